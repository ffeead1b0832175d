// Follows the game: replaces the parts of the page that changed, and says when the page is not up to date.
"use strict";
(() => {
  const SILENCE = 12000; // milliseconds; the server is heard every five seconds
  const PAUSE = 2000; // milliseconds before the next try
  const stream = document.body.dataset.stream;
  const connection = document.getElementById("connection");
  let version = document.body.dataset.version;
  let source = null;
  let heard = 0;
  let timer = 0;

  function connect() {
    disconnect();
    heard = Date.now();
    timer = setTimeout(fail, SILENCE);
    source = new EventSource(stream + "?since=" + encodeURIComponent(version));
    source.onopen = hear;
    source.onerror = fail;
    source.addEventListener("alive", hear);
    source.addEventListener("parts", (event) => {
      hear();
      replaceParts(JSON.parse(event.data));
      version = event.lastEventId;
    });
  }

  function disconnect() {
    clearTimeout(timer);
    if (source) source.close();
    source = null;
  }

  function hear() {
    heard = Date.now();
    clearTimeout(timer);
    timer = setTimeout(fail, SILENCE);
    say("");
  }

  function fail() {
    disconnect();
    say("Not up to date. Trying again.");
    timer = setTimeout(connect, PAUSE);
  }

  function say(text) {
    if (connection.textContent !== text) connection.textContent = text;
  }

  function replaceParts(message) {
    for (const id of Object.keys(message.parts)) replacePart(id, parse(message.parts[id]));
    for (const hand of document.querySelectorAll("#hands > details")) {
      if (!message.ids.includes(hand.id)) hand.remove();
    }
  }

  function parse(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content.firstElementChild;
  }

  function replacePart(id, fresh) {
    const old = document.getElementById(id);
    if (id === "style") return replaceStyle(old, fresh);
    fresh.classList.add("changed");
    if (!old) return document.getElementById("hands").append(fresh);
    if (old.open) fresh.open = true;
    const hadFocus = old.contains(document.activeElement);
    old.replaceWith(fresh);
    if (hadFocus && fresh.querySelector("summary")) fresh.querySelector("summary").focus();
  }

  // The old style stays until the new one is there, so that the page never stands without a style.
  function replaceStyle(old, fresh) {
    old.removeAttribute("id");
    fresh.onload = () => old.remove();
    old.after(fresh);
  }

  // A phone that wakes up has missed what happened, and does not always notice.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - heard > SILENCE / 2) connect();
  });
  connect();
})();
