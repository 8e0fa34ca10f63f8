// How soon a page says that its server is gone: nothing else runs beside it.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stage } from "../parlor.mjs";

const stage = await Stage.open();
after(() => stage.close());

test("c9_a_page_says_within_three_seconds_that_its_server_is_gone_and_when_it_is_back", async () => {
  for (const signal of /** @type {const} */ (["SIGKILL", "SIGINT"])) {
    const id = await stage.table({ people: 6 });
    await stage.session(id, "start");
    const page = await stage.page(`/t/${id}?as=seat:1`);
    const [lost, standing] = [page.locator("#lost"), page.locator("#standing").getByText("● Live")];
    await standing.waitFor();
    assert.equal(await lost.isVisible(), false);
    await stage.stop(signal);
    await lost.waitFor({ timeout: 3_000 });
    assert.equal(await standing.isVisible(), false, "it stands in its place");
    assert.equal(await page.locator("#status").textContent(), "Connection lost, trying again…", "those who do not see hear it");
    await stage.start();
    await lost.waitFor({ state: "hidden" });
    await standing.waitFor();
    await page.context().close();
  }
});
