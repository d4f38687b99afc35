export type BridgeEnd = {
  readonly on: (kind: string, listener: (detail: unknown) => void) => void
  readonly emit: (kind: string, detail: unknown) => void
  /** Puts references in the place of functions and promises, so that the rest can be cloned. */
  readonly pack: (value: unknown) => unknown
  /** The other end's references become functions and promises here. */
  readonly unpack: (value: unknown) => unknown
}

/**
 * One end of the bridge between the preload's isolated world and the page's own: what Electron's
 * contextBridge is. DOM events cross worlds at once, and Blink clones their `detail` for the other
 * world, so the two never share an object. Injected as text: it may use nothing from outside itself.
 * `root` is the document; `secret` names the events, so that the page cannot listen or speak.
 */
export const makeBridge = (
  root: EventTarget,
  secret: string,
  mine: string,
  theirs: string,
): BridgeEnd => {
  // Taken before the page's scripts run, which may replace them.
  const addEventListener = EventTarget.prototype.addEventListener.bind(root)
  const dispatchEvent = EventTarget.prototype.dispatchEvent.bind(root)
  const Carrier = CustomEvent
  const reference = `${secret}#`
  type Settle = {
    readonly resolve: (value: unknown) => void
    readonly reject: (cause: unknown) => void
  }
  const functions = new Map<unknown, (...args: unknown[]) => unknown>()
  const numbers = new WeakMap<object, number>()
  const stubs = new Map<unknown, (...args: unknown[]) => unknown>()
  const waiting = new Map<unknown, Settle>()
  let last = 0
  const answers: Record<string, unknown>[] = []

  const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null
  const isFunction = (value: unknown): value is (...args: unknown[]) => unknown =>
    typeof value === 'function'
  const isPlain = (value: object): boolean =>
    Object.prototype.toString.call(value) === '[object Object]'
  const mapped = (value: object, change: (inner: unknown) => unknown): unknown =>
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]))

  const on = (kind: string, listener: (detail: unknown) => void): void => {
    const onEvent = (event: Event): void => {
      event.stopImmediatePropagation()
      listener(event instanceof Carrier ? event.detail : undefined)
    }
    addEventListener(`${secret}:${mine}:${kind}`, onEvent, true)
  }
  const emit = (kind: string, detail: unknown): void => {
    dispatchEvent(new Carrier(`${secret}:${theirs}:${kind}`, { detail }))
  }

  const numberOf = (known: (...args: unknown[]) => unknown): number => {
    const given = numbers.get(known)
    if (given !== undefined) return given
    last += 1
    numbers.set(known, last)
    functions.set(last, known)
    return last
  }
  const packPromise = (promise: Promise<unknown>): unknown => {
    last += 1
    const id = last
    promise.then(
      (value) => emit('settle', { id, ok: true, value: pack(value) }),
      (cause: unknown) => emit('settle', { id, ok: false, value: cause }),
    )
    return { [reference]: 'promise', id }
  }
  const pack = (value: unknown): unknown => {
    if (isFunction(value)) return { [reference]: 'function', id: numberOf(value) }
    if (!isRecord(value)) return value
    if (value instanceof Promise) return packPromise(value)
    if (Array.isArray(value)) return value.map(pack)
    return isPlain(value) ? mapped(value, pack) : value
  }

  const callOther = (id: unknown, args: readonly unknown[]): unknown => {
    emit('call', { id, args: args.map(pack) })
    // Events are delivered before dispatchEvent returns: the answer is here.
    const given = answers.pop()
    if (given === undefined) throw new Error('The other world did not answer.')
    if (given['ok'] !== true) throw given['value']
    return unpack(given['value'])
  }
  const stubOf = (id: unknown): ((...args: unknown[]) => unknown) => {
    const known = stubs.get(id)
    if (known !== undefined) return known
    const stub = (...args: unknown[]): unknown => callOther(id, args)
    stubs.set(id, stub)
    return stub
  }
  const unpack = (value: unknown): unknown => {
    if (!isRecord(value)) return value
    if (Array.isArray(value)) return value.map(unpack)
    if (value[reference] === 'function') return stubOf(value['id'])
    if (value[reference] === 'promise')
      return new Promise((resolve, reject) => waiting.set(value['id'], { resolve, reject }))
    return isPlain(value) ? mapped(value, unpack) : value
  }

  const run = (id: unknown, args: unknown): Record<string, unknown> => {
    try {
      const known = functions.get(id)
      if (known === undefined) throw new Error('The other world asked for an unknown function.')
      return { ok: true, value: pack(known(...(Array.isArray(args) ? args.map(unpack) : []))) }
    } catch (cause) {
      return { ok: false, value: cause }
    }
  }
  on('call', (detail) => {
    if (isRecord(detail)) emit('answer', run(detail['id'], detail['args']))
  })
  on('answer', (detail) => {
    if (isRecord(detail)) answers.push(detail)
  })
  on('settle', (detail) => {
    if (!isRecord(detail)) return
    const settle = waiting.get(detail['id'])
    waiting.delete(detail['id'])
    if (detail['ok'] === true) settle?.resolve(unpack(detail['value']))
    else settle?.reject(detail['value'])
  })
  return { on, emit, pack, unpack }
}
