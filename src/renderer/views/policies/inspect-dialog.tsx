import { Stack } from '@mantine/core'
import { useState } from 'react'
import type { PolicyFacts } from '#shared/calls/facts.ts'
import { text } from '#renderer/text/en.ts'
import { Found } from './found-policy.tsx'
import { NetworkSelect } from './network-select.tsx'
import styles from './policies.module.css'
import { noSource, sourceOf } from './policy-source.ts'
import { SourceFields } from './source-fields.tsx'
import { useInspection } from './use-inspection.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'

/** Shows what a policy is and keeps nothing. */
export const InspectDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [choice, setChoice] = useState(noSource)
  const [network, setNetwork] = useState<PolicyFacts['network']>('mainnet')
  const inspection = useInspection(sourceOf(choice), network)
  return (
    <Dialog onClose={onClose} title={text.policies.inspecting.title} size="lg">
      <Stack gap="md">
        <div className={styles['soft']}>{text.policies.inspectHint}</div>
        <SourceFields of="policy" value={choice} onChange={setChoice} />
        <NetworkSelect value={network} onChange={setNetwork} />
        <Found inspection={inspection} network={network} />
      </Stack>
    </Dialog>
  )
}
