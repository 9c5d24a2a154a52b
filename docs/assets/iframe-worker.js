// Search runs in a worker, and browsers start none from a file. Where the pages are opened from a folder, the worker's
// script runs in a frame of the page instead. Served pages keep the browser's own workers.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(script) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.documentElement.append(frame);
      const inside = (this.inside = frame.contentWindow);
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...scripts) => Promise.all(scripts.map((each) => load(inside, each)));
      this.ready = load(inside, script);
    }

    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };

  const load = (inside, source) =>
    new Promise((done, failed) => {
      const script = inside.document.createElement("script");
      script.src = new URL(source, location.href);
      script.onload = done;
      script.onerror = failed;
      inside.document.head.append(script);
    });
}
