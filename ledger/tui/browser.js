// What textual.js leaves out: where its line is, on whatever address the page was
// reached; the keys from the first frame on; and a question before a tab is closed, since
// what is typed in it and not booked would be lost.
addEventListener("DOMContentLoaded", () => {
  const body = document.body;
  const line = new URL("ws", location.href);
  line.protocol = line.protocol.replace("http", "ws");
  line.search = "";
  document.getElementById("terminal").dataset.sessionWebsocketUrl = line.href;
  document.getElementById("again").addEventListener("click", () => location.reload());
  new MutationObserver((_, seen) => {
    if (!body.classList.contains("-first-byte")) return;
    seen.disconnect();
    document.querySelector(".xterm-helper-textarea").focus();
  }).observe(body, { attributeFilter: ["class"] });
});
addEventListener("beforeunload", (event) => {
  if (!document.body.classList.contains("-closed")) event.preventDefault();
});
