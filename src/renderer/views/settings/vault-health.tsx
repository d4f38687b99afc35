import { Button } from '@mantine/core'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { CallOutput } from '../../../shared/calls/contract.ts'
import { call, failureOf } from '../../bridge.ts'
import { text } from '../../text/en.ts'
import { Fault } from '../../ui/fault.tsx'
import { Facts, Sheet } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import styles from './settings.module.css'

const words = text.settings.vault

type Probe = CallOutput<'vault.probe'>

/** Whether what the vault keeps its items in works, tried when the section opens and on demand. */
export const VaultHealth = () => {
  const { probe, fault, isChecking, check } = useProbe()
  return (
    <Sheet title={words.health}>
      <div className={styles['health']} aria-busy={isChecking} role="status">
        {fault !== undefined && <Fault message={fault} />}
        {probe === undefined && fault === undefined && (
          <span className={styles['soft']}>{words.checking}</span>
        )}
        {probe !== undefined && <ProbeFacts probe={probe} />}
      </div>
      <div className={styles['acts']}>
        <Button variant="default" size="xs" loading={isChecking} onClick={check}>
          {words.checkAgain}
        </Button>
      </div>
    </Sheet>
  )
}

const ProbeFacts = ({ probe: { store, keychain } }: { readonly probe: Probe }) => (
  <Facts
    entries={[
      [
        words.backend,
        <Outcome
          key="store"
          works={store.works}
          message={store.works ? words.healthy : words.sick(store.reason)}
        />,
      ],
      [
        words.keychain,
        <Outcome
          key="keychain"
          works={keychain.works}
          message={keychain.works ? words.keychainWorks : words.keychainFails(keychain.reason)}
        />,
      ],
    ]}
  />
)

const Outcome = ({ works, message }: { readonly works: boolean; readonly message: string }) => (
  <span className={styles['outcome']}>
    {works ? (
      <State tone="good" icon={<CircleCheck size={12} aria-hidden />}>
        {words.works}
      </State>
    ) : (
      <State tone="bad" icon={<CircleAlert size={12} aria-hidden />}>
        {words.fails}
      </State>
    )}
    <span className={styles['resultText']}>{message}</span>
  </span>
)

const useProbe = () => {
  const [probe, setProbe] = useState<Probe>()
  const [fault, setFault] = useState<string>()
  const [runs, setRuns] = useState(0)
  const [isChecking, setIsChecking] = useState(true)
  useEffect(() => {
    let isGone = false
    setIsChecking(true)
    setFault(undefined)
    call('vault.probe', null)
      .then(
        (found) => !isGone && setProbe(found),
        (error: unknown) => !isGone && setFault(failureOf(error).message),
      )
      .finally(() => !isGone && setIsChecking(false))
    return () => {
      isGone = true
    }
  }, [runs])
  const check = useCallback(() => setRuns((count) => count + 1), [])
  return { probe, fault, isChecking, check }
}
