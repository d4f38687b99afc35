import { useEffect, useState } from 'react'
import type { CallInput } from '#contract/window/calls.ts'
import type { InspectedPolicy, PolicyView } from '#contract/policies/policy-view.ts'
import { call, errorInfoFrom } from '#renderer/bridge.ts'
import type { PolicySource } from './policy-source.ts'

export type PolicyInspection =
  | { readonly state: 'none' | 'reading' }
  | { readonly state: 'found'; readonly policy: InspectedPolicy }
  | { readonly state: 'error'; readonly message: string }

/** What to inspect; the same value while nothing of it changes. */
export type Inspected = {
  readonly source: PolicySource | undefined
  /** Paths of key files beside it. */
  readonly keys: readonly string[]
  /** Null: as the files say. */
  readonly network: PolicyView['network'] | null
}

const restMs = 250

/** What a source is, updated when it changes; while the user types, after a pause. */
export const useInspection = ({ source, keys, network }: Inspected): PolicyInspection => {
  const [inspection, setInspection] = useState<PolicyInspection>({ state: 'none' })
  useEffect(() => {
    if (source === undefined) {
      setInspection({ state: 'none' })
      return undefined
    }
    let isOld = false
    setInspection({ state: 'reading' })
    const timer = setTimeout(
      () => {
        const files = keys.map((path) => ({ kind: 'file' as const, path }))
        void inspect({ source, keys: files, network }).then(
          (found) => !isOld && setInspection(found),
        )
      },
      source.kind === 'text' ? restMs : 0,
    )
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [source, keys, network])
  return inspection
}

/** What a source holds. */
/** What the files hold. */
export const inspect = async (input: CallInput<'policies.inspect'>): Promise<PolicyInspection> => {
  try {
    return { state: 'found', policy: await call('policies.inspect', input) }
  } catch (error) {
    return { state: 'error', message: errorInfoFrom(error).message }
  }
}
