// Keeps the public page up to date: asks for the same page again and swaps what differs.
// Over http it fetches it. A file may not be fetched, but may be shown in a frame: the
// page loads itself once more, out of sight, and that copy hands over what it shows.
(() => {
  "use strict";
  const PAUSE = 300; // milliseconds between two questions
  const PATIENCE = 5000; // for one answer
  const QUIET = 3000; // without an answer before the reader is told
  const COPY = "riichi-ledger copy of ";
  const GROUPS = ["MAIN", "DIV", "SECTION", "TABLE", "TBODY"];
  const root = document.documentElement;
  const shown = () => COPY + root.dataset.version;

  const told = (page) => ({
    made: page.documentElement.dataset.made,
    version: page.documentElement.dataset.version,
    title: page.title,
    main: page.querySelector("main").outerHTML,
  });

  if (window !== parent && window.name.startsWith(COPY)) {
    if (window.name === shown()) {
      parent.postMessage("the same", "*");
      window.stop(); // the rest need not be read
    } else {
      addEventListener("DOMContentLoaded", () => parent.postMessage(told(document), "*"));
    }
    return;
  }

  const swap = (old, fresh) => {
    if (old.isEqualNode(fresh)) return;
    const alike = old.cloneNode(false).isEqualNode(fresh.cloneNode(false));
    if (!alike || !GROUPS.includes(old.tagName)) {
      old.replaceWith(fresh);
      return;
    }
    const [before, after] = [[...old.children], [...fresh.children]];
    after.forEach((node, at) => (before[at] ? swap(before[at], node) : old.append(node)));
    before.slice(after.length).forEach((node) => node.remove());
  };

  const take = (news) => {
    if (news.version === root.dataset.version) return;
    if (news.made !== root.dataset.made) {
      location.reload(); // another version of the program wrote it
      return;
    }
    const fresh = new DOMParser().parseFromString(news.main, "text/html");
    swap(document.querySelector("main"), fresh.querySelector("main"));
    root.dataset.version = news.version;
    document.title = news.title;
  };

  let last = ""; // the page as it was fetched last
  const byFetch = async () => {
    // The server is asked each time, and may answer that nothing has changed.
    const late = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(location.href, { cache: "no-cache", signal: late });
    if (!answer.ok) throw new Error(answer.statusText);
    const text = await answer.text();
    if (text === last) return;
    take(told(new DOMParser().parseFromString(text, "text/html")));
    last = text;
  };

  const byCopy = () =>
    new Promise((resolve, reject) => {
      const frame = document.createElement("iframe");
      const hear = (event) => {
        if (event.source === frame.contentWindow) end(() => resolve(event.data));
      };
      const late = setTimeout(() => end(() => reject(new Error("no answer"))), PATIENCE);
      const end = (tell) => {
        clearTimeout(late);
        removeEventListener("message", hear);
        frame.remove();
        tell();
      };
      addEventListener("message", hear);
      frame.name = shown();
      frame.hidden = true;
      frame.src = `${location.href.split(/[?#]/)[0]}?${Date.now()}`;
      document.body.append(frame);
    }).then((news) => news === "the same" || take(news));

  const ask = location.protocol === "file:" ? byCopy : byFetch;
  let heard = Date.now();
  const tell = (isQuiet) => {
    const line = document.getElementById("line");
    const at = new Date(heard).toLocaleTimeString([], { timeStyle: "short" });
    const text = isQuiet ? `Not renewed since ${at}: no answer.` : "";
    if (line.textContent !== text) line.textContent = text;
  };

  const follow = async () => {
    if (!document.hidden) {
      try {
        await ask();
        heard = Date.now();
        tell(false);
      } catch {
        tell(Date.now() - heard > QUIET);
      }
    }
    setTimeout(follow, PAUSE);
  };
  addEventListener("DOMContentLoaded", () => setTimeout(follow, PAUSE));
})();
