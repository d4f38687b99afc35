import { Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { PolicyFacts } from '#contract/policies/policy-view.ts'
import { text } from '#renderer/text/en.ts'
import { Found } from './found-policy.tsx'
import { NetworkOfFiles } from './network-of-files.tsx'
import styles from './policies.module.css'
import { noSource, policySourceOf } from './policy-source.ts'
import { PolicySourceFields } from './policy-source-fields.tsx'
import { useInspection } from './use-inspection.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'

const noKeys: readonly string[] = []

/** Shows what a policy is and keeps nothing. */
export const InspectDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [choice, setChoice] = useState(noSource)
  const [network, setNetwork] = useState<PolicyFacts['network'] | null>(null)
  const source = useMemo(() => policySourceOf(choice), [choice])
  const inspection = useInspection({ source, keys: noKeys, network })
  return (
    <Dialog onClose={onClose} title={text.policies.inspecting.title} size="lg">
      <Stack gap="md">
        <div className={styles['soft']}>{text.policies.inspectHint}</div>
        <PolicySourceFields value={choice} onChange={setChoice} />
        <NetworkOfFiles value={network} onChange={setNetwork} />
        <Found inspection={inspection} />
      </Stack>
    </Dialog>
  )
}
