// Follows the game: replaces the parts of the page that changed, and says since when the page is not up to date.
// Shows the clock of an event and rings, keeps a person's pair on top, and sets the board in type that fits the screen.
"use strict";
(() => {
  const SILENCE = 12000; // milliseconds; the server is heard every five seconds
  const PAUSE = 2000; // milliseconds before the next try
  const TURN = 10000; // milliseconds for each page of the board
  const LOUD_WARNING = 20000; // milliseconds for which the warning covers the board
  const LOUD_BELL = 60000;
  const LISTENING = 5000; // milliseconds; what a sleeping device has missed does not ring later
  const SIZES = [5, 4.5, 4, 3.5, 3.25, 3, 2.75, 2.5, 2.25, 2]; // rem; the last is read from five meters
  const WRAPPED = 2.2; // times the size of its type: the height of a row whose names take two lines
  const SLACK = 2; // pixels, for borders that are rounded
  const stream = document.body.dataset.stream;
  const connection = document.getElementById("connection");
  let version = document.body.dataset.version;
  let source = null;
  let heard = 0;
  let timer = 0;
  let ahead = 0; // milliseconds by which the clock of the server is ahead of that of this device
  let ticked = Infinity; // when the clocks were last shown
  let audio = null;
  const watcher = new ResizeObserver(() => arrange());
  const watched = new WeakSet();

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
      if (event.lastEventId.split(".")[0] !== version.split(".")[0]) checkView();
      replaceParts(JSON.parse(event.data));
      version = event.lastEventId;
      arrange();
    });
  }

  // After a restart, this address may show the board, or no longer.
  async function checkView() {
    const answer = await fetch(location.href).catch(() => null);
    if (answer?.ok && !(await answer.text()).includes('data-stream="' + stream + '"')) location.reload();
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
    const since = new Date(heard).toTimeString().slice(0, 5);
    if (!connection.textContent) say("Not up to date since " + since + ". Trying again.");
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
    if (id === "outcome" && old) return; // what came of a request on this phone
    if (id === "style") return replaceStyle(old, fresh);
    if (old?.served === fresh.outerHTML) return; // it came with the answer: a tap on what is replaced is lost
    fresh.classList.add("changed");
    if (!old) {
      const list = findList(id);
      return list ? list.append(fresh) : location.reload(); // a different page is served here now
    }
    const focused = old.contains(document.activeElement) && document.activeElement.closest("details");
    for (const list of fresh.querySelectorAll("[data-items]")) moveItems(old, list); // which lose the focus
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

  // All that is not in the parts as they come: it is done again for each change, and for each size of the screen.
  function arrange() {
    showOwnPair();
    for (const box of document.querySelectorAll("[data-fit]")) fit(box);
    const leaves = document.getElementById("leaves");
    if (leaves) for (const leaf of leaves.children) fillLeaf(leaf, leaves);
    for (const box of document.querySelectorAll("#leaves, [data-fit]")) watch(box);
    tick();
  }

  // A part that has come is another element, which is not watched yet.
  function watch(box) {
    if (!watched.has(box)) watcher.observe(box);
    watched.add(box);
  }

  // A person's pair: chosen once, kept on this device.

  function showOwnPair() {
    const chooser = document.getElementById("own-pair");
    if (!chooser) return;
    const key = "canasta-score: pair in " + document.querySelector("h1").textContent;
    chooser.closest("[hidden]")?.removeAttribute("hidden");
    chooser.value = recall(key);
    chooser.onchange = () => {
      remember(key, chooser.value);
      showOwnPair();
    };
    const box = document.getElementById("own-line");
    const line = document.getElementById("pair-" + chooser.value)?.cloneNode(true);
    if (!line) return box.replaceChildren();
    line.removeAttribute("id");
    line.open = box.firstElementChild?.open ?? true;
    box.replaceChildren(line);
  }

  // A browser may forbid to keep anything.
  function recall(key) {
    try {
      return localStorage.getItem(key) ?? "";
    } catch {
      return "";
    }
  }

  function remember(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      return;
    }
  }

  // The board: type as large as the rows allow, words whole if they can be, and every row on some page.

  function fit(box) {
    const fits = (size) => {
      box.style.fontSize = size + "px";
      const parts = [box, ...box.querySelectorAll("*")].filter((part) => part.clientWidth);
      return parts.every((part) => part.scrollWidth <= part.clientWidth + 1) && box.scrollHeight <= box.clientHeight + 1;
    };
    for (const breaking of [false, true]) {
      box.classList.toggle("breaks-words", breaking);
      let [least, most] = [0.5 * rem(), 12 * rem()];
      if (!fits(least)) continue;
      while (most - least > 1) {
        const middle = (least + most) / 2;
        if (fits(middle)) least = middle;
        else most = middle;
      }
      fits(least);
      if (least >= 2.5 * rem()) return;
    }
  }

  function rem() {
    return parseFloat(getComputedStyle(document.documentElement).fontSize);
  }

  // The rows of a leaf go on sheets, in one column or two. Fewer sheets come first, then large type and whole names:
  // if every name wraps, type may be twice as large as if none does.
  function fillLeaf(leaf, leaves) {
    for (const sheet of leaf.querySelectorAll(".sheet")) sheet.remove();
    const table = leaf.querySelector("table");
    leaf.hidden = table.hidden = false;
    const room = { width: leaves.clientWidth, height: leaves.clientHeight - table.offsetTop + leaf.offsetTop - SLACK };
    const numbers = room.width > room.height ? [1, 2] : [1];
    let best = null;
    for (const breaking of [false, true]) {
      table.classList.toggle("breaks-words", breaking);
      for (const size of SIZES) {
        for (const columns of numbers) {
          const found = splitRows(table, room, size, columns);
          const isBetter = found && best && (found.sheets - best.sheets || best.worth - found.worth) < 0;
          if (isBetter || !best) best = found;
        }
      }
      if (best) break;
    }
    table.hidden = true;
    if (best) leaf.append(...buildSheets(table, best));
  }

  // Returns null where a word is wider than its column.
  function splitRows(table, room, size, columns) {
    const width = Math.floor(room.width / columns - (columns - 1) * 2 * rem());
    table.style.fontSize = size + "rem";
    table.style.width = width + "px";
    if (table.offsetWidth > width + 1) return null;
    const widths = [...table.tHead.rows[0].cells].map(measureWidth);
    const heights = [...table.tBodies[0].rows].map(measureHeight);
    const wrapped = heights.filter((height) => height > WRAPPED * size * rem());
    const worth = size * (1 - wrapped.length / heights.length / 2);
    const most = room.height - measureHeight(table.tHead);
    const sheets = Math.ceil(countChunks(heights, most, Infinity) / columns);
    const even = Math.ceil(heights.length / (sheets * columns));
    const rows = countChunks(heights, most, even) > sheets * columns ? Infinity : even;
    return { size, worth, width, widths, columns, sheets, ends: findEnds(heights, most, rows) };
  }

  function countChunks(heights, most, rows) {
    return findEnds(heights, most, rows).length;
  }

  // Returns where each chunk of rows ends: none is higher than `most`, or has more than so many rows.
  function findEnds(heights, most, rows) {
    const ends = [];
    let [start, height] = [0, 0];
    heights.forEach((own, index) => {
      if (index > start && (height + own > most || index - start === rows)) {
        ends.push(index);
        [start, height] = [index, 0];
      }
      height += own;
    });
    return [...ends, heights.length];
  }

  function buildSheets(table, found) {
    const rows = [...table.tBodies[0].rows];
    const parts = found.ends.map((end, index) => {
      const part = table.cloneNode(false);
      const body = document.createElement("tbody");
      body.append(...rows.slice(index && found.ends[index - 1], end).map((row) => row.cloneNode(true)));
      part.append(table.tHead.cloneNode(true), body);
      part.hidden = false;
      part.classList.add("is-part");
      part.style.width = found.width + "px";
      part.style.fontSize = found.size + "rem";
      [...part.tHead.rows[0].cells].forEach((cell, place) => {
        cell.style.width = found.widths[place] + "px";
      });
      return part;
    });
    return Array.from({ length: found.sheets }, (_, index) => {
      const sheet = document.createElement("div");
      sheet.className = "sheet";
      sheet.append(...parts.slice(index * found.columns, (index + 1) * found.columns));
      return sheet;
    });
  }

  function measureWidth(part) {
    return part.getBoundingClientRect().width;
  }

  function measureHeight(part) {
    return part.getBoundingClientRect().height;
  }

  // What depends on the time. Every board shows the same sheet at the same time.

  function tick() {
    const now = Date.now() + ahead;
    turnSheets(now);
    for (const time of document.querySelectorAll("[data-ends]")) showCountdown(time, now);
    ticked = now;
  }

  function turnSheets(now) {
    const sheets = [...document.querySelectorAll("#leaves .sheet")];
    const turn = Math.floor(now / TURN) % sheets.length;
    for (const leaf of document.querySelectorAll("#leaves > .leaf")) leaf.hidden = !leaf.contains(sheets[turn]);
    sheets.forEach((sheet, index) => {
      sheet.hidden = index !== turn;
    });
    for (const number of document.querySelectorAll("#leaves .page-number")) {
      number.textContent = sheets.length > 1 ? turn + 1 + " of " + sheets.length : "";
    }
  }

  function showCountdown(time, now) {
    const [end, countdown] = [Number(time.dataset.ends), time.parentElement];
    const left = Math.max(0, Math.ceil((end - now) / 1000));
    const warning = end - 1000 * time.dataset.warn;
    time.textContent = Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0");
    const [isOver, isSoon] = [end <= now, warning <= now && now < end];
    countdown.classList.toggle("is-soon", isSoon);
    countdown.classList.toggle("is-over", isOver);
    countdown.classList.toggle("is-loud", isOver ? now < end + LOUD_BELL : isSoon && now < warning + LOUD_WARNING);
    if (now - ticked > LISTENING) return;
    if (ticked < warning && isSoon) ring(1);
    if (ticked < end && isOver) ring(3);
  }

  // A browser makes no sound before a tap has asked for it.

  function listenForSound() {
    const button = document.getElementById("sound");
    if (!button || !window.AudioContext) return;
    button.hidden = false;
    button.onclick = () => {
      audio?.close();
      audio = audio ? null : new AudioContext();
      button.textContent = audio ? "Sound off" : "Sound on";
      ring(1); // so that the person hears how loud it is
    };
  }

  function ring(times) {
    for (let time = 0; audio && time < times; time++) {
      const [tone, volume, start] = [audio.createOscillator(), audio.createGain(), audio.currentTime + time];
      tone.frequency.value = 880;
      volume.gain.setValueAtTime(0.5, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.9);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.9);
    }
  }

  // A phone that wakes up has missed what happened, and does not always notice.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - heard > SILENCE / 2) connect();
  });
  window.addEventListener("offline", fail);
  listenForSound();
  setInterval(tick, 500);
  arrange();
  connect();
})();
