// oxlint-disable unicorn/require-post-message-target-origin -- a worker and a process have no origin
const fibonacci = (n) => (n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2))
const tried = (url) =>
  fetch(url).then(
    (response) => response.status,
    (error) => error.name,
  )
onmessage = async ({ data }) => {
  const [own, outside] = [await tried('style.css'), await tried('https://example.com/')]
  postMessage(`worker ${fibonacci(data)} own ${own} outside ${outside}`)
}
