import { useDeferredValue } from 'react'
import { limits } from '#values/bounds/limits.ts'
import type { ReceiverRole } from '#contract/receivers/calls.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { Warning } from '#renderer/ui/error-alert.tsx'

/** What speaks against an address that something is to be sent to. It stops nobody. */
export const ReceiverWarning = ({
  role,
  address,
}: {
  readonly role: ReceiverRole
  readonly address: string
}) => {
  const asked = useDeferredValue(address.trim())
  const isAsked = asked !== '' && asked.length <= limits.addressChars
  const { data = [] } = useCall(
    'receivers.warnings',
    isAsked ? { role, address: asked } : undefined,
  )
  return isAsked && data.map((warning) => <Warning key={warning}>{warning}</Warning>)
}
