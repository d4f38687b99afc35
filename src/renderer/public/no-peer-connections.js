// Removes WebRTC from the page before any module of it runs. Coldpress never uses it, and no content
// policy governs it. This takes the means away; what keeps every packet in is the network policy that
// the main process sets (src/main/shell/guards.ts), for a frame would bring these names back.
for (const name of Object.getOwnPropertyNames(window))
  if (/^(?:webkit)?RTC/.test(name)) delete window[name]
