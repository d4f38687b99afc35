import type { AnyCid } from '#media/content/cid.ts'
import type { Pinner, PinTargetIdentity } from '#media/pinning/pinner.ts'

/** A pin target that keeps pins in memory. Each answer can be replaced by an error. */
export type MemoryPinner = Pinner & {
  readonly held: Set<AnyCid>
  readonly asked: { tests: number; lists: number; pins: number }
  /** Called before each answer with its kind; throws to fail it. */
  fail: (call: 'test' | 'pinned' | 'pin', signal: AbortSignal) => void | Promise<void>
}

export const memoryPinner = (
  name = 'memory',
  identity: PinTargetIdentity = { kind: 'memory', url: `http://${name}.test`, peer: '' },
): MemoryPinner => {
  const held = new Set<AnyCid>()
  const asked = { tests: 0, lists: 0, pins: 0 }
  const pin = async (cid: AnyCid, signal: AbortSignal): Promise<void> => {
    asked.pins += 1
    await one.fail('pin', signal)
    held.add(cid)
  }
  const one: MemoryPinner = {
    name,
    held,
    asked,
    fail: () => undefined,
    identify: async () => identity,
    pin,
    resend: pin,
    pinned: async (cids, signal) => {
      asked.lists += 1
      await one.fail('pinned', signal)
      return new Set(cids.filter((cid) => held.has(cid)))
    },
    state: async (cid) => (held.has(cid) ? 'sound' : 'unpinned'),
    archives: {
      isPinned: async (cid, signal) => {
        await one.fail('pinned', signal)
        return held.has(cid)
      },
      pin,
    },
    test: async (signal) => {
      asked.tests += 1
      await one.fail('test', signal)
    },
  }
  return one
}
