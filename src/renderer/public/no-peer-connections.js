// Removes WebRTC from the page before any module runs. Coldpress never uses it, and no content
// policy controls it. A frame could bring these names back; the network policy that the main
// process sets (src/main/shell/guards.ts) blocks every packet.
for (const name of Object.getOwnPropertyNames(window))
  if (/^(?:webkit)?RTC/.test(name)) delete window[name]
