//! The server: tools, resources and what it says of itself, in the words of the protocol.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::limits::TEXT_CHARS_MAX;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, JsonObject,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ServerCapabilities, ServerConfig,
    SubscribeRequestParams, SubscriptionFilter, Tool, ToolAnnotations, UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext, ServerInitializeError, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::json;

use crate::chair::Chair;
use crate::door::Door;
use crate::news::{self, Listener};
use crate::{McpError, words};

/// The tool that is always there. A machine's own tools are named otherwise.
pub(crate) const WAIT_TOOL: &str = "wait";

/// The other that is always there: to be heard at any time.
pub(crate) const TALK_TOOL: &str = "table_talk";

/// The resources: address, name, what it is, its type.
const RESOURCES: [(&str, &str, &str, &str); 4] = [
    (BOARD, "board", "How things stand, as your seat may know it, in words.", "text/plain"),
    (VIEW, "view", "The same, for programs.", "application/json"),
    (TRANSCRIPT, "transcript", "Everything that your seat was told, oldest first.", "text/plain"),
    (ASK, "ask", "What your seat is asked, with what is legal.", "application/json"),
];

pub(crate) const BOARD: &str = "parlor://seat/board";
pub(crate) const VIEW: &str = "parlor://seat/view";
pub(crate) const TRANSCRIPT: &str = "parlor://seat/transcript";
pub(crate) const ASK: &str = "parlor://seat/ask";

/// Serves until the client closes its end.
pub(crate) async fn serve(chair: Arc<Chair>) -> Result<(), McpError> {
    let door = Door::new(Arc::clone(&chair));
    let server = Server { chair, subscribed: Arc::default(), told: AtomicBool::new(false) };
    match server.serve(door).await {
        Ok(running) => running.waiting().await.map(drop).map_err(|error| McpError::Client(error.to_string())),
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(McpError::Client(error.to_string())),
    }
}

/// One client at one seat.
struct Server {
    chair: Arc<Chair>,
    subscribed: Arc<Mutex<BTreeSet<String>>>,
    /// Is the client told of changes?
    told: AtomicBool,
}

impl Server {
    fn subscribed(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.subscribed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("parlor", env!("CARGO_PKG_VERSION")))
            .with_instructions(words::instructions(&self.chair.place))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let legal = self.chair.legal();
        let tools = legal.iter().map(offered).chain([Ok(talk_tool()), Ok(wait_tool())]);
        Ok(ListToolsResult::with_all_items(tools.collect::<Result<_, _>>()?))
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if call.name == WAIT_TOOL {
            self.chair.wait().await;
        } else if call.name == TALK_TOOL {
            let said = self.chair.talk(call.arguments.unwrap_or_default()).await;
            let told = said.as_ref().map_or_else(
                |why| self.chair.refusal(why),
                |told| {
                    let report = self.chair.report(!context.ct.is_cancelled());
                    told.iter().map(|told| format!("{told}\n\n")).collect::<String>() + &report
                },
            );
            let text = vec![ContentBlock::text(told)];
            return Ok(if said.is_ok() {
                CallToolResult::success(text)
            } else {
                CallToolResult::error(text)
            }
            .into());
        } else {
            let answered = self.chair.answer(&call.name, call.arguments.unwrap_or_default()).await;
            if let Err(why) = answered {
                let text = self.chair.refusal(&why);
                return Ok(CallToolResult::error(vec![ContentBlock::text(text)]).into());
            }
            self.chair.wait_for_ask().await;
        }
        let text = self.chair.report(!context.ct.is_cancelled());
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resource = |(address, name, about, kind)| {
            Resource::new(address, name).with_description(about).with_mime_type(kind)
        };
        Ok(ListResourcesResult::with_all_items(RESOURCES.map(resource).into()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let (address, kind) = known_resource(&request.uri)?;
        let text = match address {
            BOARD => self.chair.standing(),
            ASK => json!({"asks": self.chair.asks()}).to_string(),
            TRANSCRIPT => self.chair.known().borrow().lines.iter().map(|line| format!("{line}\n")).collect(),
            _ => {
                let known = self.chair.known();
                let scene = &known.borrow().scene;
                json!({
                    "seat": self.chair.place.seat,
                    "machine": scene.machine,
                    "phase": scene.phase,
                    "table": scene.table.state,
                    "clock": scene.clock,
                    "view": scene.view,
                    "outcome": scene.outcome,
                })
                .to_string()
            }
        };
        let contents = ResourceContents::text(text, address).with_mime_type(kind);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let (address, _) = known_resource(&request.uri)?;
        self.subscribed().insert(address.to_owned());
        Ok(())
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.subscribed().remove(&request.uri);
        Ok(())
    }

    /// A client of before 2026 is told of changes from here on.
    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        if self.told.swap(true, Ordering::Relaxed) {
            return;
        }
        let client = Listener::Client { peer: context.peer, subscribed: Arc::clone(&self.subscribed) };
        news::tell(&self.chair, client).await;
    }

    /// A later one says what it wants to be told of.
    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        let all = SubscriptionFilter::builder()
            .tools_list_changed()
            .resource_subscriptions(RESOURCES.map(|(address, ..)| address))
            .build();
        Some(requested.intersection(&all))
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        tokio::select! {
            () = context.cancelled() => {}
            () = news::tell(&self.chair, Listener::Request(context.sink().clone())) => {}
        }
        Ok(())
    }
}

/// A way to answer, as a tool.
fn offered(tool: &protocol::Tool) -> Result<Tool, ErrorData> {
    let schema = tool.schema(TEXT_CHARS_MAX);
    let schema: JsonObject = serde_json::from_str(schema.get())
        .map_err(|error| ErrorData::internal_error(format!("the schema of {}: {error}", tool.name), None))?;
    Ok(Tool::new(tool.name.clone(), tool.about.clone(), schema))
}

fn wait_tool() -> Tool {
    let schema = JsonObject::from_iter([
        ("type".to_owned(), json!("object")),
        ("properties".to_owned(), json!({})),
        ("additionalProperties".to_owned(), json!(false)),
    ]);
    let about = "Wait until you are told or asked something, some seconds at most. Returns what you were told since \
                 you last heard, and what you are asked now.";
    Tool::new(WAIT_TOOL, about, schema).with_annotations(ToolAnnotations::new().read_only(true))
}

fn talk_tool() -> Tool {
    let line =
        json!({"type": "string", "description": "one line", "minLength": 1, "maxLength": TEXT_CHARS_MAX});
    let schema = JsonObject::from_iter([
        ("type".to_owned(), json!("object")),
        ("properties".to_owned(), json!({"line": line})),
        ("required".to_owned(), json!(["line"])),
        ("additionalProperties".to_owned(), json!(false)),
    ]);
    let about = "Say a line at the table at any time, out of character; it answers nothing that you are asked. A line that \
                 begins with / is a command: /help lists them, and /x stops play at once, without anybody being told who. \
                 Begin with “parlor,” to ask the referee. In a look back, “star: …” is what was good and “wish: …” what \
                 you would like next time.";
    Tool::new(TALK_TOOL, about, schema)
}

/// A resource's own address and type.
fn known_resource(address: &str) -> Result<(&'static str, &'static str), ErrorData> {
    let found = RESOURCES.iter().find(|(known, ..)| *known == address);
    found.map(|(known, _, _, kind)| (*known, *kind)).ok_or_else(|| {
        let all = RESOURCES.map(|(address, ..)| address).join(", ");
        ErrorData::resource_not_found(format!("there is no {address:?}: there are {all}"), None)
    })
}
