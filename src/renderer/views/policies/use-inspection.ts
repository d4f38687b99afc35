import { useEffect, useState } from 'react'
import type { InspectedPolicy, PolicyFacts } from '#shared/calls/facts.ts'
import { call, errorInfoOf } from '#renderer/bridge.ts'
import type { PolicySource } from './policy-source.ts'

export type Inspection =
  | { readonly state: 'none' | 'reading' }
  | { readonly state: 'found'; readonly policy: InspectedPolicy }
  /** A signing key without its script is no policy, but can be imported for a known one. */
  | { readonly state: 'key' }
  | { readonly state: 'error'; readonly message: string }

const restMs = 250

/** The kind of a source, updated when it changes; while the user types, after a pause. */
export const useInspection = (
  source: PolicySource | undefined,
  network: PolicyFacts['network'],
): Inspection => {
  const [inspection, setInspection] = useState<Inspection>({ state: 'none' })
  const kind = source?.kind
  const content = source === undefined ? '' : source.kind === 'file' ? source.path : source.text
  useEffect(() => {
    if (kind === undefined) {
      setInspection({ state: 'none' })
      return undefined
    }
    let isOld = false
    setInspection({ state: 'reading' })
    const timer = setTimeout(
      () => {
        const asked: PolicySource =
          kind === 'file' ? { kind, path: content } : { kind, text: content }
        void inspect(asked, network).then((found) => !isOld && setInspection(found))
      },
      kind === 'text' ? restMs : 0,
    )
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [kind, content, network])
  return inspection
}

/** What a source holds. */
export const inspect = async (
  source: PolicySource,
  network: PolicyFacts['network'],
): Promise<Inspection> => {
  try {
    return { state: 'found', policy: await call('policies.inspect', { source, network }) }
  } catch (error) {
    const { message, details } = errorInfoOf(error)
    return details['rule'] === 'script_missing' ? { state: 'key' } : { state: 'error', message }
  }
}
