// oxlint-disable unicorn/require-post-message-target-origin -- a worker and a process have no origin
const worker = new Worker('worker.js', { type: 'module' })
worker.addEventListener('message', ({ data }) => {
  document.querySelector('#worker').textContent = data
})
worker.postMessage(20)
