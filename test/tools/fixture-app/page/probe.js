/** What the tests try from inside of the page: `probe.…` there. Plain JavaScript with the DOM's names. */
const outcome = (act) =>
  act().then(
    () => 'out',
    () => 'blocked',
  )
const loaded = (element, url) =>
  new Promise((resolve) => {
    element.addEventListener('load', () => resolve('out'))
    element.addEventListener('error', () => resolve('blocked'))
    element.src = url
  })

globalThis.probe = {
  globals: () => {
    const names = ['require', 'process', 'module', 'hostSend', 'hostReceive', 'ipcRenderer']
    const { fixture } = globalThis
    return {
      found: names.filter((name) => name in globalThis),
      isFrozen: Object.isFrozen(fixture),
      isWritable: Reflect.set(globalThis, 'fixture', 1),
      isSecureContext,
    }
  },

  echo: async () => {
    const { value, from, isMain } = await globalThis.fixture.invoke('echo', {
      bytes: new Uint8Array([1, 2, 255]),
      date: new Date(5),
      big: 10n,
      map: new Map([['a', [undefined, null]]]),
    })
    return {
      isBytes: value.bytes instanceof Uint8Array && value.bytes[2] === 255,
      date: value.date.getTime(),
      big: String(value.big),
      map: value.map.get('a').length,
      from,
      isMain,
    }
  },

  same: () => {
    const { same, call } = globalThis.fixture
    const copy = same({ bytes: new Uint8Array([7]), at: new Date(9), list: [1, undefined] })
    return [copy.bytes[0], copy.at.getTime(), copy.list.length, call((n) => n * 2, 21)]
  },

  followDrop: () => {
    addEventListener('dragover', (event) => event.preventDefault())
    addEventListener('drop', (event) => {
      event.preventDefault()
      globalThis.dropped = [...event.dataTransfer.files].map(globalThis.fixture.pathOf)
    })
  },
  pathOfFile: () => globalThis.fixture.pathOf(new File([], 'a.png')),

  invoke: (...args) => globalThis.fixture.invoke(...args).catch((error) => error.message),

  /** Listens for two events; answers how many came although it had stopped listening. */
  ticks: () =>
    new Promise((resolve) => {
      let count = 0
      const off = globalThis.fixture.on(() => {
        count += 1
        if (count !== 2) return
        off()
        setTimeout(() => resolve(count), 400)
      })
    }),

  utility: async () => {
    const { bytes, ...rest } = await globalThis.fixture.invoke('utility', new Uint8Array([1, 2, 3]))
    return { ...rest, isBytes: bytes instanceof Uint8Array }
  },

  statuses: (paths) => Promise.all(paths.map((path) => fetch(path).then(({ status }) => status))),

  sentBack: async (length) => {
    const answer = await fetch('/echo', { method: 'POST', body: 'ä'.repeat(length) })
    return (await answer.text()).length
  },

  /** Later, because what a debugger evaluates itself stands above the policy. */
  evaluated: () =>
    new Promise((resolve) =>
      setTimeout(() => {
        try {
          // oxlint-disable-next-line no-eval -- that it fails is the test
          resolve(globalThis.eval('1'))
        } catch (error) {
          resolve(error.name)
        }
      }),
    ),

  permissions: (names) =>
    Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state)),
  askToNotify: () => Notification.requestPermission(),
  readClipboard: () => navigator.clipboard.readText().catch((error) => error.name),

  badge: () => {
    const badge = document.querySelector('chromium-host-badge')
    const { right, bottom, width, height } = badge.getBoundingClientRect()
    return {
      isHidden: badge.getAttribute('aria-hidden'),
      isSmall: width > 0 && width < 100 && height < 20,
      isInCorner: innerWidth - right < 10 && innerHeight - bottom < 10,
      isInTheWay: document.elementFromPoint(right - 2, bottom - 2) === badge,
      isOpen: badge.shadowRoot !== null,
    }
  },

  /** A click opens one window; the others are blocked. Answered when it is gone, by the main process. */
  openWindow: async (url, value) => {
    const window = globalThis.open(url)
    const isThere = () => window !== null && !window.closed
    while (isThere()) await new Promise((resolve) => setTimeout(resolve, 10))
    const { value: echoed } = await globalThis.fixture.invoke('echo', value)
    return echoed
  },

  /** Every way out of a page. The last two tell the page nothing: only the server knows. */
  waysOut: async (url) => {
    const answers = {
      fetch: await outcome(() => fetch(url, { mode: 'no-cors' })),
      image: await loaded(new Image(), url),
      module: await outcome(() => import(`${url}/module.js`)),
      socket: await new Promise((resolve) => {
        const socket = new WebSocket(url.replace('http', 'ws'))
        socket.addEventListener('open', () => resolve('out'))
        socket.addEventListener('error', () => resolve('blocked'))
      }),
      worker: await new Promise((resolve) => {
        const program = `fetch(${JSON.stringify(url)}, { mode: 'no-cors' }).then(() => postMessage('out'), () => postMessage('blocked'))`
        const worker = new Worker(URL.createObjectURL(new Blob([program])))
        worker.addEventListener('message', ({ data }) => resolve(data))
        worker.addEventListener('error', () => resolve('no worker'))
      }),
    }
    navigator.sendBeacon(url, 'x')
    const frame = document.createElement('iframe')
    document.body.append(frame)
    frame.src = url
    await new Promise((resolve) => setTimeout(resolve, 500))
    return answers
  },
}
