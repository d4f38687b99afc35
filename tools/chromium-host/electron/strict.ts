/** Asked by Node, Playwright and promises of any object whatever. */
const askedOfAnything = new Set(['then', 'toJSON', 'constructor', 'captureRejections'])
/** What Electron still answers once a window is gone. */
const afterTheEnd = new Set(['isDestroyed', 'id', 'on', 'once', 'off', 'emit', 'addListener'])

const bound = (value: unknown, owner: object): unknown =>
  typeof value === 'function' && value.prototype === undefined ? value.bind(owner) : value

/**
 * An object of Electron's whose missing members throw instead of being undefined, so that code which
 * needs more of Electron than the host has says so at once. Members of the destroyed throw too.
 */
export const strict = <T extends object>(
  name: string,
  target: T,
  isDestroyed: () => boolean = () => false,
): T =>
  new Proxy(target, {
    get: (_, key) => {
      const isInternal = typeof key === 'symbol' || askedOfAnything.has(key) || key.startsWith('_')
      if (!isInternal && isDestroyed() && !afterTheEnd.has(key) && !/^remove.*Listener/u.test(key))
        throw new TypeError('Object has been destroyed')
      if (key in target || isInternal) return bound(Reflect.get(target, key, target), target)
      throw new Error(`The Chromium host has no ${name}.${key}.`)
    },
    set: (_, key, value) => Reflect.set(target, key, value, target),
  })
