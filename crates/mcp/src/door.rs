//! The way in: standard input and output, with what the agent's side must not be able to do.

use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{ClientRequest, GetMeta, JsonRpcMessage, ProtocolVersion};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::io::{StdioReader, StdioWriter, stdio_pipes};

use crate::chair::Chair;

/// Bytes of one message: the longest legal answer has two texts and some names.
const MESSAGE_BYTES_MAX: usize = 1024 * 1024;

/// Standard input and output.
pub(crate) struct Door {
    pipes: AsyncRwTransport<RoleServer, StdioReader, StdioWriter>,
    chair: Arc<Chair>,
    /// Has the client introduced itself?
    begun: bool,
}

impl Door {
    pub(crate) fn new(chair: Arc<Chair>) -> Door {
        let (input, output) = stdio_pipes();
        let pipes = AsyncRwTransport::new(input, output).with_max_line_length(MESSAGE_BYTES_MAX);
        Door { pipes, chair, begun: false }
    }
}

impl Transport<RoleServer> for Door {
    type Error = std::io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.pipes.send(message)
    }

    /// The next message. Whoever waits for the table is told when there will be none.
    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let Some(message) = self.pipes.receive().await else {
                self.chair.left();
                return None;
            };
            let is_request = match &message {
                JsonRpcMessage::Request(request) => {
                    self.begun |= begins(&request.request);
                    true
                }
                _ => false,
            };
            // Something else before the first request would end it all: it is no news to anybody.
            if is_request || self.begun {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.pipes.close().await
    }
}

/// Does the client introduce itself with this? It does so at the beginning, or since 2026 with every request.
fn begins(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => false,
        request => {
            let meta = request.get_meta();
            meta.protocol_version().is_some()
                && meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty()
        }
    }
}
