import { Button } from '@mantine/core'
import { KeyRound, Unplug } from 'lucide-react'
import { useState } from 'react'
import type { PolicyFacts } from '../../../shared/calls/facts.ts'
import { copy } from '../../stores/copy.ts'
import { text } from '../../text/en.ts'
import { Sheet } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { Hash } from '../../ui/text-parts.tsx'
import { ImportDialog } from './import-dialog.tsx'
import styles from './policies.module.css'
import { keysHere } from './policy-states.tsx'
import { RevealDialog } from './reveal-dialog.tsx'

const words = text.policies.keys

/** Which of a policy's keys are in the vault, and the two ways that a key can go. */
export const KeysSheet = ({ policy }: { readonly policy: PolicyFacts }) => {
  const [dialog, setDialog] = useState<'reveal' | 'import'>()
  const here = keysHere(policy)
  const close = () => setDialog(undefined)
  return (
    <Sheet title={words.title}>
      <p className={styles['soft']} style={{ margin: '0 0 var(--space-3)' }}>
        {policy.keys.length === 0 ? words.none : words.summary(here, policy.keys.length)}
      </p>
      <ul className={styles['keys']}>
        {policy.keys.map((key) => (
          <li key={key.keyHash}>
            <Hash value={key.keyHash} what={text.policies.keyHash} onCopy={copy} />
            <Presence here={key.here} />
          </li>
        ))}
      </ul>
      <div className={styles['toolbar']}>
        {here > 0 && (
          <Button variant="default" onClick={() => setDialog('reveal')}>
            {words.show}
          </Button>
        )}
        {here < policy.keys.length && (
          <Button variant="default" onClick={() => setDialog('import')}>
            {words.importKey}
          </Button>
        )}
      </div>
      {dialog === 'reveal' && <RevealDialog policyId={policy.policyId} onClose={close} />}
      {dialog === 'import' && <ImportDialog onClose={close} onDone={close} />}
    </Sheet>
  )
}

const Presence = ({ here }: { readonly here: boolean }) =>
  here ? (
    <State tone="good" icon={<KeyRound size={12} aria-hidden />}>
      {text.policies.conditions.keyHere}
    </State>
  ) : (
    <State icon={<Unplug size={12} aria-hidden />}>{text.policies.conditions.keyElsewhere}</State>
  )
