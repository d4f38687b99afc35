import { beforeEach, describe, expect, it } from 'vitest'
import { send } from '#renderer/bridge.ts'
import { applyCall } from '#renderer/data/effects.ts'
import { queryClient } from '#renderer/data/query-client.ts'
import { useDrafts } from '#renderer/stores/drafts.ts'
import { type CallName, calls } from '#contract/window/calls.ts'
import {
  cached,
  holdsSecret,
  isMarked,
  names,
  planted,
  sample,
  storeStates,
} from './secret-calls.ts'

let sent: unknown[] = []

beforeEach(async () => {
  sent = []
  // Files share a process: what another test still fetches ends first.
  await queryClient.cancelQueries()
  queryClient.clear()
  Object.assign(globalThis, {
    window: {
      coldpress: {
        call: (name: CallName, input: unknown) => {
          sent.push(input)
          return Promise.resolve({ ok: true, value: sample(calls[name].output) })
        },
      },
    },
  })
})

describe('secrets that pass through the window', () => {
  it('are in no call of the contract that is not marked as secret', () => {
    expect(names.filter((name) => holdsSecret(name) && !isMarked(name))).toEqual([])
    expect(names.filter((name) => isMarked(name) && !holdsSecret(name))).toEqual([])
  })

  it('mark the calls that answer one', () => {
    for (const name of ['policies.reveal', 'phrases.start', 'inboxes.reveal'] as const)
      expect(JSON.stringify(sample(calls[name].output))).toContain(planted)
  })

  it('stay in no query, no mutation and no store after the call has answered', async () => {
    for (const name of names.filter(isMarked)) {
      const input = calls[name].input.parse(sample(calls[name].input))
      // As `change` does, for calls that only read too.
      await applyCall(queryClient, name, input, await send(name, input))
    }
    expect(JSON.stringify(sent)).toContain(planted)
    expect(cached().length).toBeGreaterThan(0)
    expect(JSON.stringify(cached())).not.toContain(planted)
    const states = await storeStates()
    expect(states).toContain(useDrafts.getState())
    expect(states.length).toBeGreaterThan(5)
    expect(JSON.stringify(states)).not.toContain(planted)
  })
})
