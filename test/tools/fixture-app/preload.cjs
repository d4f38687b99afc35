const { contextBridge, ipcRenderer, webUtils } = require('electron')

contextBridge.exposeInMainWorld('fixture', {
  versions: process.versions,
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  on: (listener) => {
    const hear = (_event, count) => listener(count)
    ipcRenderer.on('tick', hear)
    return () => {
      ipcRenderer.off('tick', hear)
    }
  },
  same: (value) => value,
  pathOf: (file) => webUtils.getPathForFile(file),
  call: (callback, value) => callback(value),
})
