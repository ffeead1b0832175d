// Makes the form live: steppers, the score while a hand is typed, other partners without a reload, and a hand that survives
// a reload and a lost network.
"use strict";
(() => {
  const PAUSE = 250; // milliseconds after the last tap, before the score is asked for
  const RETRY = 3000; // milliseconds before a hand that did not arrive is sent again
  const PATIENCE = 10000; // milliseconds that an answer may take
  const LONGEST_RETRY = 30000;
  const ECHO = 1000; // milliseconds for which the stream may bring what was there before an undo
  const NOT_CHANGED = "The partners are not changed yet";
  const WIDE = 7; // characters that a field for points shows beside its label
  const draftKey = "canasta " + location.pathname;
  const laterKey = draftKey + " later"; // drafts of later hands, while earlier ones are undone here: the next one is last
  const kept = document.getElementById("kept");
  let timer = 0;
  let asked = 0; // how many previews were asked for: an answer is not shown once something else was typed
  let sending = false;
  let undoneAt = 0; // when an entry was undone here
  let sent = null; // the form that is sent
  let stopWaiting = null; // ends the pause before the next try
  let wanted = null; // the partners that are chosen, while their form is asked for
  let choosing = 0; // the pause before that form is asked for again
  let question = ""; // whether what was typed for another hand is the hand of this form; asked before it is sent

  // The form of a hand, and the totals of a slip; the element around them says for which hand and game they are.
  const listForms = () => [...document.querySelectorAll("#hand, .totals")];
  const getPlace = () => document.querySelector("[data-hand]")?.dataset ?? {};

  // What the form that is shown is asked for with: the partners of the hand, or the hand that is corrected.
  function getSearch() {
    if (!document.querySelector(".partners")) return location.search;
    const partners = document.querySelector("#hand [name=partners]");
    return partners ? "?partners=" + encodeURIComponent(partners.value) : "";
  }

  // Other partners have other fields. What was typed in those is kept.
  function isElsewhere([name]) {
    return document.querySelector(".partners") && !document.querySelector('#hand [name="' + name + '"]');
  }

  // The partners with whom a field is shown, as on their button.
  function findButton([name]) {
    const [side] = name.split(".");
    return document.querySelector('.partners [value="' + (side.includes("+") ? side : "") + '"]').textContent;
  }

  // The fields that have something in them; the number of the hand is kept beside them.
  function listTyped(forms) {
    const fields = forms.flatMap((form) => [...new FormData(form)]);
    return fields.filter(([name, value]) => /\.|^ns$|^ew$/.test(name) && value.trim());
  }

  // A draft has the fields, the hand and the game they are for, and whether they are those of a hand that was undone.
  function keep(isUndone) {
    const draft = load(draftKey);
    const elsewhere = draft?.game === getPlace().game ? draft.fields.filter(isElsewhere) : [];
    const fields = [...listTyped(listForms()), ...elsewhere];
    if (!fields.length) question = "";
    const { hand } = (question && draft) || getPlace(); // until the question is answered, it is that hand
    const search = wanted ?? getSearch();
    store(draftKey, fields.length ? { ...getPlace(), hand, search, fields, undone: isUndone } : null);
  }

  function store(key, value) {
    try {
      if (value) localStorage.setItem(key, JSON.stringify(value));
      else localStorage.removeItem(key);
    } catch {
      // A phone that keeps nothing still records.
    }
  }

  function load(key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  }

  // A hand that was set aside by an undo comes back once it is the next one, and nothing else is typed.
  function takeLater() {
    const { game, hand } = getPlace();
    const isAhead = (draft) => draft.game === game && Number(draft.hand) >= Number(hand);
    const later = (load(laterKey) ?? []).filter(isAhead);
    if (!load(draftKey) && later.at(-1)?.hand === hand) store(draftKey, { ...later.pop(), isAgain: true });
    store(laterKey, later.length ? later : null);
  }

  function fill(fields) {
    for (const input of listForms().flatMap((form) => [...form.querySelectorAll("input:not([type=hidden])")])) {
      const found = fields.find(([name]) => name === input.name);
      if (input.type === "checkbox") input.checked = Boolean(found);
      else input.value = found ? found[1] : "";
      widen(input);
      const details = input.closest("details");
      if (found && details) details.open = true;
    }
  }

  // What was typed is put into the form that is there now: after a reload, or when somebody else was faster.
  function restore(isLoaded) {
    if (sending) return;
    question = "";
    takeLater();
    const draft = load(draftKey);
    const place = getPlace();
    const isOfGame = draft?.game === place.game;
    wanted = null;
    if (document.querySelector(".partners")) {
      const chosen = recallChoice();
      const search = isOfGame ? draft.search : chosen; // what is typed keeps its partners
      if (search !== getSearch()) return fetchForm(search, isLoaded);
    }
    const isOver = document.getElementById("form") && !document.getElementById("hand");
    if (!isOfGame || !(isOver || listForms().length)) return;
    if (draft.search !== getSearch() && !isOver) {
      if (!location.search) return location.replace(location.pathname + draft.search);
      // A hand is corrected while another one is half typed, or was typed here and recorded by somebody else.
      if (draft.hand !== place.hand || document.querySelector("#hand [name=correct]")) return;
    }
    fill(draft.fields);
    if (isOver) return keepForUndo(draft);
    sayWhatIsKept(draft, isLoaded);
    preview();
  }

  // The partners that were chosen for the hand of the form. The next hand has its own.
  function recallChoice() {
    const { game, hand } = getPlace();
    const chosen = history.state;
    if (chosen?.game === game && chosen.hand === hand) return chosen.search;
    history.replaceState(null, "");
    return "";
  }

  // A game that is over has no form. An undo brings it back.
  function keepForUndo(draft) {
    store(draftKey, { ...draft, isAgain: true });
    if (!document.getElementById("outcome").hidden) return; // which says it
    const change = isOfOtherHand(draft) ? describeChange(draft) + " " : "";
    const text = "What you typed for hand " + draft.hand + " is not entered. It is kept in this phone, and comes back after an undo.";
    say(change + text, "Clear", clear);
    kept.scrollIntoView({ block: "center" });
  }

  // Say where what was typed is now, and ask whether it is this hand if it was typed for another one.
  function sayWhatIsKept(draft, isLoaded) {
    const { hand } = getPlace();
    const places = listPlaces(draft.fields);
    const found = "What you typed is " + places + ".";
    const isHidden = draft.fields.some(isElsewhere);
    if (isOfOtherHand(draft) && !document.getElementById("hand")) {
      keep();
      say(describeChange(draft) + " What you typed for hand " + draft.hand + " is not entered.");
    } else if (isOfOtherHand(draft)) {
      question = describeChange(draft) + " Is what you typed hand " + hand + "?";
      say(describeChange(draft) + " " + found + " Is it hand " + hand + "?", "Clear", clear);
    } else if (draft.isAgain) {
      say("Hand " + hand + " again. What was in the form before is " + places + ". Look at it, and record it.", "Clear", clear);
    } else if (isLoaded && draft.search === getSearch()) {
      const label = document.querySelector(hasItems(draft) ? "#hand .record" : ".totals .record").textContent;
      const what = draft.undone ? "Hand " + hand + " is undone. What was entered" : "What you typed";
      const text = what + " was kept in this phone. Nothing is sent until you tap “" + label + "”.";
      say(isHidden ? text + " " + found : text, "Clear", clear);
    } else if (isHidden) {
      say(found);
      kept.scrollIntoView({ block: "center" });
    }
  }

  // Whether items of a hand are typed, and not only the totals of a slip.
  function hasItems(draft) {
    return draft.fields.some(([name]) => name.includes("."));
  }

  function isOfOtherHand(draft) {
    return draft.hand !== getPlace().hand && hasItems(draft);
  }

  // What somebody else did since the draft was typed.
  function describeChange(draft) {
    const { hand, recorded } = getPlace();
    if (Number(draft.hand) > Number(hand)) return "Hand " + hand + " was undone meanwhile.";
    return "Hand " + (Number(hand) - 1) + " was recorded meanwhile: " + recorded + ".";
  }

  // Where fields are: below, under the buttons of other partners, or both.
  function listPlaces(fields) {
    const labels = new Set(fields.filter(isElsewhere).map(findButton));
    const under = [...labels].map((label) => "under “" + label + "”");
    return (fields.every(isElsewhere) ? under : ["below", ...under]).join(" and ");
  }

  // Partners are chosen for the hand of the form that is shown.
  function choose(search) {
    const draft = load(draftKey);
    if (draft) store(draftKey, { ...draft, search });
    history.replaceState({ ...getPlace(), search }, "", location.pathname);
    say("");
    restore(false);
  }

  // Without a connection the form stays as it is, and the other one is asked for again.
  async function fetchForm(search, isLoaded) {
    clearTimeout(choosing);
    wanted = search;
    try {
      const { html, isDone } = await send(location.pathname + search, null, PATIENCE);
      if (!isDone) throw new Error("no form");
      if (sending) return void (wanted = null);
      replace(html, "#form");
    } catch (error) {
      choosing = setTimeout(restore, RETRY, isLoaded);
      const wasSaid = kept.textContent.startsWith(NOT_CHANGED);
      say(NOT_CHANGED + ": " + explain(error) + ". Trying again …");
      if (!wasSaid) kept.scrollIntoView({ block: "center" });
      return;
    }
    observer.takeRecords();
    if (kept.textContent.startsWith(NOT_CHANGED)) say("");
    if (getSearch() === search) restore(isLoaded);
    else choose(getSearch()); // nobody can be partners as it was kept
  }

  function say(text, label, act) {
    kept.hidden = !text;
    kept.textContent = text;
    if (label) kept.append(" ", buildButton(label, act));
  }

  function buildButton(label, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", act);
    return button;
  }

  // What is cleared can be put back, until something else is said in the box at the top.
  function clear() {
    const draft = load(draftKey);
    document.getElementById("meanwhile")?.remove();
    fill([]);
    say("");
    hideOutcome();
    store(draftKey, null);
    stopSending();
    if (draft) {
      say("Cleared.", "Put it back", () => {
        say("");
        store(draftKey, draft);
        restore(false);
      });
      kept.scrollIntoView({ block: "center" });
    }
    restore(false);
    preview();
  }

  // Ask at the button, which is where the finger is: what was typed may be the hand that somebody else recorded.
  function ask(form, action, data) {
    document.getElementById("meanwhile")?.remove();
    const box = document.createElement("div");
    box.id = "meanwhile";
    box.className = "problem";
    box.setAttribute("role", "alert");
    const confirm = () => {
      question = "";
      box.remove();
      record(form, action, data);
    };
    const label = "Yes, record hand " + getPlace().hand;
    box.append(question, buildButton(label, confirm), buildButton("No, clear it", clear));
    form.querySelector(".record").before(box);
    box.scrollIntoView({ block: "center" });
  }

  // What the page says of the game or the slip, without what is typed.
  function readState() {
    const part = (document.getElementById("standing") || document.getElementById("slip")).cloneNode(true);
    for (const form of part.querySelectorAll("form, details")) form.remove();
    return [...Object.values(getPlace()), part.textContent.replace(/\s+/g, " ")].join(" ");
  }

  function hideOutcome() {
    const outcome = document.getElementById("outcome");
    outcome.hidden = true;
    outcome.replaceChildren();
  }

  // What is said of something typed before is gray, and cannot be tapped, until the answer comes.
  function preview() {
    clearTimeout(timer);
    const number = (asked += 1);
    const old = document.getElementById("preview");
    if (old) old.inert = true;
    document.querySelector(".doubts")?.remove();
    timer = setTimeout(async () => {
      const form = document.getElementById("hand");
      if (!form || sending) return;
      if (!listTyped([form]).length) return sayUnchecked("");
      try {
        const { html } = await send("preview", new FormData(form), RETRY);
        if (number === asked && !sending) replace(html, "#preview");
      } catch (error) {
        if (number !== asked || sending) return;
        sayUnchecked("Not checked: " + explain(error) + ".");
        timer = setTimeout(preview, RETRY);
      }
    }, PAUSE);
  }

  function sayUnchecked(text) {
    const box = document.getElementById("preview");
    if (!box?.inert) return;
    box.inert = false;
    if (box.textContent !== text) box.textContent = text;
  }

  // Return the page that answers, and whether it is done; an error has the reason if the computer has given one.
  async function send(action, data, patience) {
    const signal = AbortSignal.timeout?.(patience);
    const options = data ? { method: "POST", body: new URLSearchParams(data) } : {};
    const answer = await fetch(action, { ...options, headers: { Accept: "text/html" }, signal });
    const text = await answer.text();
    if (answer.status !== 429 && answer.status < 500) return { html: text, isDone: answer.ok };
    throw Object.assign(new Error("not done"), { reason: text.split("\n")[0] || "too many requests" });
  }

  function explain(error) {
    return error.reason ? "the computer says “" + error.reason + "”" : "no connection";
  }

  function replace(html, selector) {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const fresh of page.querySelectorAll(selector)) {
      const part = document.importNode(fresh, true);
      part.served = fresh.outerHTML; // by which the stream knows it
      document.getElementById(fresh.id)?.replaceWith(part);
    }
  }

  // What to read now: what is wrong with the hand, or what came of it.
  function show() {
    const question = document.querySelector(".refused");
    (question || document.getElementById("outcome")).scrollIntoView({ block: "center" });
  }

  // What is on its way cannot be changed. Between two tries it can, which ends the sending.
  function lock(isSending, isOnItsWay) {
    for (const button of document.querySelectorAll("button")) {
      button.disabled = isOnItsWay || (isSending && button.type === "submit");
    }
    for (const input of document.querySelectorAll("main input:not([type=hidden])")) {
      if (input.type === "checkbox") input.disabled = isOnItsWay;
      else input.readOnly = isOnItsWay;
    }
  }

  // Return whether the time is over, and nothing was changed meanwhile.
  function wait(milliseconds) {
    return new Promise((resolve) => {
      const timeout = setTimeout(resolve, milliseconds, true);
      stopWaiting = () => {
        clearTimeout(timeout);
        resolve(false);
      };
    });
  }

  // What the form no longer shows is not sent again.
  function stopSending() {
    if (stopWaiting && !sent.closest("#undo")) stopWaiting();
  }

  // A hand that did not arrive is sent again: its number keeps it from being recorded twice.
  async function record(form, action, data) {
    if (sending) return;
    sending = true;
    sent = form;
    clearTimeout(timer);
    asked += 1; // a preview that is on its way says less than the answer
    say("Sending …");
    for (let tries = 1; ; tries++) {
      lock(true, true);
      try {
        const { html, isDone } = await send(action, data, PATIENCE);
        say("");
        replace(html, "title, main > :not(#kept, #clock)");
        observer.takeRecords();
        state = readState();
        sending = false;
        if (action === "undo") finishUndo(isDone);
        else finishHand(isDone);
        show();
        break;
      } catch (error) {
        lock(true, false);
        sayUnchecked("Not checked: " + explain(error) + ".");
        say("Not sent yet: " + explain(error) + ". What you typed is kept in this phone. Trying again …");
        if (tries === 1) kept.scrollIntoView({ block: "center" });
        if (await wait(error.reason ? Math.min(tries * RETRY, LONGEST_RETRY) : RETRY)) continue;
        say("You changed it, so it is not sent any more. Record it when it is right.");
        break;
      }
    }
    sending = false;
    lock(false, false);
    sent = stopWaiting = null;
  }

  function finishHand(isDone) {
    if (isDone) history.replaceState(history.state, "", location.pathname); // a correction is over
    if (isDone) store(draftKey, null);
    if (isDone || listForms().length) keep(); // a game that is over may be undone
    if (!load(draftKey)) restore(false);
  }

  // What was typed for this hand stays, and what was typed for a later one is set aside. If nothing was typed, the form
  // has what was undone.
  function finishUndo(isDone) {
    undoneAt = Date.now();
    const draft = load(draftKey);
    const isLater = isDone && draft && Number(draft.hand) > Number(getPlace().hand);
    if (draft && !isLater) {
      document.querySelector("#outcome .detail")?.remove(); // the form has what was typed, and not what was undone
      restore(false);
    } else {
      if (isDone) store(draftKey, null);
      if (isDone || listForms().length) keep(isDone);
    }
    if (isLater) {
      store(laterKey, [...(load(laterKey) ?? []), draft]);
      say("What was in the form for hand " + draft.hand + " is kept in this phone. It comes back after hand " + getPlace().hand + ".");
    }
    if (!load(draftKey)) restore(false);
    preview();
  }

  document.addEventListener("submit", (event) => {
    const [form, pressed] = [event.target, event.submitter];
    const isChoice = form.matches(".partners");
    if (form.method !== "post" && !isChoice) return;
    event.preventDefault();
    if (isChoice) return choose(pressed.value && "?partners=" + encodeURIComponent(pressed.value));
    const action = pressed?.getAttribute("formaction") || form.getAttribute("action");
    if (action === "preview") return preview();
    if (wanted !== null && form.id === "hand") {
      // It would be recorded with the partners of before.
      if (kept.hidden) say(NOT_CHANGED + ". Trying again …");
      kept.scrollIntoView({ block: "center" });
    } else if (question && form.id === "hand") ask(form, action, new FormData(form, pressed));
    else record(form, action, new FormData(form, pressed));
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.step || "sign" in button.dataset) step(button);
    if ("clear" in button.dataset) clear();
    if ("letters" in button.dataset) {
      const input = button.parentElement.querySelector("input");
      input.inputMode = input.inputMode === "tel" ? "text" : "tel";
      button.setAttribute("aria-pressed", input.inputMode === "text");
      input.blur();
      input.focus();
    }
  });

  // The keys for digits have no minus on some phones: the button beside them has it. Without this script, it is typed.
  document.addEventListener("pointerdown", () => {
    for (const input of document.querySelectorAll(".totals input")) input.inputMode = "numeric";
  });

  function step(button) {
    const input = button.parentElement.querySelector("input");
    if ("sign" in button.dataset) {
      input.value = input.value.startsWith("-") ? input.value.slice(1) : "-" + input.value;
      input.focus();
    } else {
      const most = Number(button.dataset.most || 99);
      const number = Math.min(most, Math.max(0, (parseInt(input.value, 10) || 0) + Number(button.dataset.step)));
      input.value = number || "";
    }
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  document.addEventListener("input", (event) => {
    widen(event.target);
    document.getElementById("meanwhile")?.remove();
    keep();
    stopSending();
    preview();
  });

  // A sum that is too long for the field beside its label gets a line of its own.
  function widen(input) {
    input.closest(".points")?.classList.toggle("long", input.value.length > WIDE);
  }

  // The form is replaced when somebody else has recorded the hand. That form knows nothing of partners.
  const observer = new MutationObserver((changes) => {
    follow(changes.flatMap((change) => [...change.addedNodes].map((node) => node.id)));
  });

  function follow(fresh) {
    if (sending) return;
    if (state !== readState()) {
      const wait = undoneAt + ECHO - Date.now();
      if (wait > 0) return void setTimeout(follow, wait, fresh); // a hand that was undone at once comes and goes
      state = readState();
      hideOutcome();
      say("");
    }
    if (!fresh.includes("form") && !fresh.includes("slip")) return;
    if (location.search) location.reload();
    else restore(false);
  }
  observer.observe(document.querySelector("main"), { childList: true });

  document.documentElement.classList.add("scripted");
  let state = readState(); // of which the box at the top speaks
  if (location.search && document.querySelector(".partners")) choose(getSearch()); // tapped before this script came
  else restore(true);
})();
