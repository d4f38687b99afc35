import type { Cid } from '#core/content/cid.ts'
import type { Pinner, PinPlace } from '#core/pinning/pinner.ts'

/** A place that keeps pins in memory. Each answer can be replaced by an error. */
export type MemoryPlace = Pinner & {
  readonly held: Set<Cid>
  readonly asked: { tests: number; lists: number; pins: number }
  /** Called before each answer with its kind; throws to fail it. */
  fail: (call: 'test' | 'pinned' | 'pin', signal: AbortSignal) => void | Promise<void>
}

export const memoryPlace = (
  name = 'memory',
  place: PinPlace = { kind: 'memory', url: `http://${name}.test`, peer: '' },
): MemoryPlace => {
  const held = new Set<Cid>()
  const asked = { tests: 0, lists: 0, pins: 0 }
  const pin = async (cid: Cid, signal: AbortSignal): Promise<void> => {
    asked.pins += 1
    await one.fail('pin', signal)
    held.add(cid)
  }
  const one: MemoryPlace = {
    name,
    held,
    asked,
    fail: () => undefined,
    place: async () => place,
    pin,
    resend: pin,
    pinned: async (cids, signal) => {
      asked.lists += 1
      await one.fail('pinned', signal)
      return new Set(cids.filter((cid) => held.has(cid)))
    },
    state: async (cid) => (held.has(cid) ? 'sound' : 'unpinned'),
    test: async (signal) => {
      asked.tests += 1
      await one.fail('test', signal)
    },
  }
  return one
}
