// Makes the form live: steppers, the score while a hand is typed, and a hand that survives a reload and a lost network.
"use strict";
(() => {
  const PAUSE = 250; // milliseconds after the last tap, before the score is asked for
  const RETRY = 3000; // milliseconds before a hand that did not arrive is sent again
  const key = "canasta " + location.pathname;
  const kept = document.getElementById("kept");
  let timer = 0;
  let asked = 0; // how many previews were asked for: an older answer is not shown after a newer one
  let sending = false;

  // The form of a hand, and the totals of a slip; the element around them says for which hand and game they are.
  const listForms = () => [...document.querySelectorAll("#hand, .totals")];
  const getPlace = () => document.querySelector("[data-hand]")?.dataset ?? {};

  // The fields that have something in them; the number of the hand is kept beside them.
  function listTyped(forms) {
    const fields = forms.flatMap((form) => [...new FormData(form)]);
    return fields.filter(([name, value]) => /\.|^ns$|^ew$/.test(name) && value.trim());
  }

  function keep() {
    const fields = listTyped(listForms());
    try {
      if (fields.length) {
        localStorage.setItem(key, JSON.stringify({ ...getPlace(), search: location.search, fields: fields }));
      } else {
        localStorage.removeItem(key);
      }
    } catch {
      // A phone that keeps nothing still records.
    }
  }

  function load() {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  }

  function fill(fields) {
    for (const input of listForms().flatMap((form) => [...form.querySelectorAll("input:not([type=hidden])")])) {
      const found = fields.find(([name]) => name === input.name);
      if (input.type === "checkbox") input.checked = Boolean(found);
      else input.value = found ? found[1] : "";
      const details = input.closest("details");
      if (found && details) details.open = true;
    }
  }

  // What was typed is put into the form that is there now: after a reload, or when somebody else was faster.
  function restore(isLoaded) {
    const draft = load();
    const place = getPlace();
    if (sending || !draft || !listForms().length || draft.game !== place.game) return;
    if (draft.search !== location.search) return location.replace(location.pathname + draft.search);
    fill(draft.fields);
    const isOther = draft.hand !== place.hand && draft.fields.some(([name]) => name.includes("."));
    const other = "Hand " + draft.hand + " was recorded meanwhile. What you typed is below. Is it hand " + place.hand + "?";
    if (isOther) say(other, true);
    else if (isLoaded) say("What you typed was kept in this phone.", true);
    preview();
  }

  function say(text, canClear) {
    kept.hidden = !text;
    kept.textContent = text;
    if (!canClear) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Clear";
    button.addEventListener("click", clear);
    kept.append(" ", button);
  }

  function clear() {
    fill([]);
    say("");
    keep();
    preview();
  }

  function preview() {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const form = document.getElementById("hand");
      const number = (asked += 1);
      if (!form || sending) return;
      if (!listTyped([form]).length) return document.getElementById("preview").replaceChildren();
      try {
        const answer = await send("preview", new FormData(form));
        if (number === asked && !sending) replace(await answer.text(), "#preview");
      } catch {
        // The next tap asks again.
      }
    }, PAUSE);
  }

  function send(action, data) {
    return fetch(action, { method: "POST", headers: { Accept: "text/html" }, body: new URLSearchParams(data) });
  }

  function replace(html, selector) {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const fresh of page.querySelectorAll(selector)) {
      const old = document.getElementById(fresh.id);
      if (old) old.replaceWith(document.importNode(fresh, true));
    }
  }

  // What to read now: what is wrong with the hand, or what came of it.
  function show() {
    const problem = document.querySelector("#preview .problem");
    (problem || document.getElementById("outcome")).scrollIntoView({ block: "center" });
  }

  // A hand that did not arrive is sent again: its number keeps it from being recorded twice.
  async function record(action, data) {
    if (sending) return;
    sending = true;
    for (const button of document.querySelectorAll("button")) button.disabled = true;
    say("Sending …");
    for (;;) {
      try {
        const answer = await send(action, data);
        if (answer.status === 429 || answer.status === 503) throw new Error("busy");
        const html = await answer.text();
        say("");
        replace(html, "title, main > :not(#kept)");
        if (answer.ok && location.search) history.replaceState(null, "", location.pathname);
        observer.takeRecords();
        keep();
        break;
      } catch {
        say("Not sent yet. What you typed is kept in this phone. Trying again …");
        await new Promise((resolve) => setTimeout(resolve, RETRY));
      }
    }
    sending = false;
    for (const button of document.querySelectorAll("button")) button.disabled = false;
    show();
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post") return;
    event.preventDefault();
    const pressed = event.submitter;
    const action = pressed?.getAttribute("formaction") || form.getAttribute("action");
    if (action === "preview") return preview();
    record(action, new FormData(form, pressed));
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.step) step(button);
    if ("letters" in button.dataset) {
      const input = button.parentElement.querySelector("input");
      input.inputMode = input.inputMode === "tel" ? "text" : "tel";
      input.blur();
      input.focus();
    }
  });

  function step(button) {
    const input = button.parentElement.querySelector("input");
    const most = Number(button.dataset.most || 99);
    const number = Math.min(most, Math.max(0, (parseInt(input.value, 10) || 0) + Number(button.dataset.step)));
    input.value = number || "";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  document.addEventListener("input", () => {
    keep();
    preview();
  });

  // The form is replaced when somebody else has recorded the hand. That form knows nothing of partners.
  const observer = new MutationObserver((changes) => {
    if (sending || !changes.some((change) => [...change.addedNodes].some((node) => ["form", "slip"].includes(node.id)))) return;
    if (location.search) location.reload();
    else restore(false);
  });
  observer.observe(document.querySelector("main"), { childList: true });

  document.documentElement.classList.add("scripted");
  restore(true);
})();
