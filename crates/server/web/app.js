// Lets a browser keep what the place is made of, and say so when it cannot be reached. It may where it trusts the address.
// @ts-check

const own = /** @type {HTMLScriptElement | null} */ (document.querySelector("script[src$='/app.js']"));
const files = new URL(".", own?.src).pathname;
navigator.serviceWorker?.register(`/service.js?files=${encodeURIComponent(files)}`).catch(() => null);
