import { useMemo } from 'react'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { copy } from '#renderer/stores/copy.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { openPolicyDialog, usePolicyDialog } from '#renderer/stores/policy-dialog.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { BackLink } from '#renderer/ui/back-link.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty, DetailList, Page, Sheet } from '#renderer/ui/page.tsx'
import { SplitPage } from '#renderer/ui/split-page.tsx'
import { CutText, Hash, When } from '#renderer/ui/text-parts.tsx'
import { NetworkBadge } from '../network-badge.tsx'
import { PolicyBackupDialog } from './backup/policy-backup-dialog.tsx'
import { PolicyBackupReminder } from './backup/backup-reminder.tsx'
import { RemoveDialog } from './backup/remove-dialog.tsx'
import { ConditionTree } from './condition-tree.tsx'
import { conditionOf } from './conditions.ts'
import { KeysSheet } from './keys-sheet.tsx'
import { PolicyMenu } from './policy-menu.tsx'
import { BackupBadge, LockBadge, CanMintBadge } from './policy-states.tsx'
import { RevealDialog } from './reveal-dialog.tsx'
import { ScriptSheet } from './script-sheet.tsx'
import { UsedBy } from './used-by.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import { Waiting } from '#renderer/ui/waiting.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies

export const PolicyPage = ({ policyId }: { readonly policyId: string }) => {
  const { data: policies, error, refetch } = useCall('policies.list', null)
  const go = useNavigation((state) => state.go)
  const policy = policies?.find((candidate) => candidate.policyId === policyId)
  return (
    <Page
      from={<BackLink onClick={() => go({ view: 'policies' })}>{words.backToList}</BackLink>}
      title={<CutText>{policy?.name ?? words.unnamed}</CutText>}
      actions={policy !== undefined && <PolicyMenu policy={policy} />}
    >
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {policies === undefined && error === null && <Waiting />}
      {policies !== undefined && policy === undefined && <Empty title={words.gone} />}
      {policy !== undefined && <PolicySheets policy={policy} />}
    </Page>
  )
}

const PolicySheets = ({ policy }: { readonly policy: PolicyView }) => {
  const now = useNow()
  const { policyId } = policy
  const { opened, close } = usePolicyDialog()
  const dialog = opened?.policyId === policyId ? opened.dialog : undefined
  const backUp = (start: 'make' | 'test') => openPolicyDialog({ policyId, dialog: start })
  const condition = useMemo(
    () =>
      conditionOf(policy.script, {
        network: policy.network,
        keysHere: new Set(policy.keys.filter(({ here }) => here).map(({ keyHash }) => keyHash)),
        now,
      }),
    [policy, now],
  )
  return (
    <>
      <PolicyBackupReminder policy={policy} onOpen={backUp} />
      <SplitPage
        aside={
          <>
            <UsedBy policyId={policyId} />
            <Sheet title={words.conditions.title}>
              <ConditionTree condition={condition} />
            </Sheet>
          </>
        }
      >
        <Sheet title={words.details.title}>
          <PolicyFactList policy={policy} now={now} />
        </Sheet>
        <KeysSheet policy={policy} />
        <ScriptSheet policyId={policyId} />
      </SplitPage>
      {dialog === 'remove' && (
        <RemoveDialog policy={policy} onClose={close} onBackUp={() => backUp('make')} />
      )}
      {(dialog === 'make' || dialog === 'test') && (
        <PolicyBackupDialog key={dialog} policy={policy} start={dialog} onClose={close} />
      )}
      {dialog === 'reveal' && <RevealDialog policyId={policyId} onClose={close} />}
    </>
  )
}

const PolicyFactList = ({ policy, now }: { readonly policy: PolicyView; readonly now: number }) => (
  <DetailList
    entries={[
      [words.details.minting, <CanMintBadge key="minting" policy={policy} />],
      [words.details.lock, <LockFact key="lock" lock={policy.lock} now={now} />],
      [words.details.backup, <BackupBadge key="backup" policy={policy} />],
      [words.details.network, <NetworkBadge key="network" network={policy.network} />],
      [words.details.origin, words.origins[policy.origin]],
      [words.details.added, <When key="added" at={policy.createdAt} />],
      [
        words.details.policyId,
        <Hash key="id" whole value={policy.policyId} what={words.policyId} onCopy={copy} />,
      ],
    ]}
  />
)

const LockFact = ({ lock, now }: { readonly lock: PolicyView['lock']; readonly now: number }) => (
  <span className={ui['inline']}>
    <LockBadge lock={lock} now={now} />
    {typeof lock?.time === 'string' ? (
      <When at={lock.time} slot={String(lock.slot)} />
    ) : (
      lock !== null && text.common.slot(String(lock.slot))
    )}
  </span>
)
