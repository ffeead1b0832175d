// Follows the game: replaces the parts of the page that changed, and says when the page is not up to date.
"use strict";
(() => {
  const SILENCE = 12000; // milliseconds; the server is heard every five seconds
  const PAUSE = 2000; // milliseconds before the next try
  const TURN = 10000; // milliseconds for each page of the board
  const stream = document.body.dataset.stream;
  const connection = document.getElementById("connection");
  let version = document.body.dataset.version;
  let source = null;
  let heard = 0;
  let timer = 0;
  let ahead = 0; // milliseconds by which the clock of the server is ahead of that of this device

  function connect() {
    disconnect();
    heard = Date.now();
    timer = setTimeout(fail, SILENCE);
    source = new EventSource(stream + "?since=" + encodeURIComponent(version));
    source.onopen = hear;
    source.onerror = fail;
    source.addEventListener("alive", (event) => {
      hear();
      ahead = Number(event.data) - Date.now();
    });
    source.addEventListener("parts", (event) => {
      hear();
      replaceParts(JSON.parse(event.data));
      version = event.lastEventId;
      tick();
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
    const ids = new Set(message.ids);
    for (const item of document.querySelectorAll("[data-items] > [id]")) {
      if (!ids.has(item.id)) item.remove();
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
    if (!old) return findList(id).append(fresh);
    for (const list of fresh.querySelectorAll("[data-items]")) moveItems(old, list);
    const focused = old.contains(document.activeElement) && document.activeElement.closest("details");
    const open = [old, ...old.querySelectorAll("details")].filter((one) => one.open).map((one) => one.id);
    old.replaceWith(fresh);
    for (const details of [fresh, ...fresh.querySelectorAll("details")]) {
      if (open.includes(details.id)) details.open = true;
      if (focused && details.id === focused.id) details.querySelector("summary").focus();
    }
  }

  // Hands and rows of the sheet are parts of their own, in lists that say how their ids begin.
  function findList(id) {
    const lists = [...document.querySelectorAll("[data-items]")];
    return lists.find((list) => id.startsWith(list.dataset.items));
  }

  function moveItems(old, list) {
    const before = old.querySelector('[data-items="' + list.dataset.items + '"]');
    if (before) list.append(...before.children);
  }

  // The old style stays until the new one is there, so that the page never stands without a style.
  function replaceStyle(old, fresh) {
    old.removeAttribute("id");
    fresh.onload = () => old.remove();
    old.after(fresh);
  }

  // Every board shows the same page at the same time.
  function tick() {
    const now = Date.now() + ahead;
    const leaves = document.querySelectorAll("#leaves > .leaf");
    leaves.forEach((leaf, index) => {
      leaf.hidden = index !== Math.floor(now / TURN) % leaves.length;
    });
    for (const time of document.querySelectorAll("[data-ends]")) {
      const left = Math.max(0, Math.ceil((time.dataset.ends - now) / 1000));
      time.textContent = Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0");
      time.parentElement.classList.toggle("is-soon", left > 0 && left <= time.dataset.warn);
      time.parentElement.classList.toggle("is-over", left === 0);
    }
  }

  // A phone that wakes up has missed what happened, and does not always notice.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - heard > SILENCE / 2) connect();
  });
  setInterval(tick, 500);
  tick();
  connect();
})();
