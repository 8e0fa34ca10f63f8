// Every page is well made: the common checks.

import { after, test } from "node:test";
import { Stage } from "../parlor.mjs";
import { wellMade } from "../wellmade.mjs";

const stage = await Stage.open();
after(() => stage.close());

test("the lobby is well made, empty and with tables", async () => {
  const page = await stage.page("/");
  await wellMade(page);
  await stage.session(await stage.table(), "start");
  await page.reload();
  await wellMade(page);
});

test("the help page is well made", async () => {
  await wellMade(await stage.page("/help"));
});

test("a table that runs is well made for one who sits at it and for one who watches", async () => {
  const id = await stage.table();
  await stage.session(id, "start");
  const seat = await stage.page(`/t/${id}?as=seat:1`);
  await seat.locator("#asks .ask").waitFor();
  await wellMade(seat);
  await wellMade(await stage.page(`/t/${id}`));
});

test("a table that is over is well made, also when the server has been started again", async () => {
  const id = await stage.table({ people: 0 });
  await stage.session(id, "start");
  await stage.until(id, (scene) => scene.outcome);
  await wellMade(await stage.page(`/t/${id}`));
  await stage.stop("SIGINT");
  await stage.start();
  const page = await stage.page(`/t/${id}`);
  await page.locator("main", { hasText: /wins/i }).waitFor();
  await wellMade(page);
});
