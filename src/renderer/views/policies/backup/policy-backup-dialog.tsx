import type { PolicyView } from '#contract/policies/policy-view.ts'
import { change } from '#renderer/data/change.ts'
import { text } from '#renderer/text/en.ts'
import { PolicyName } from '../policy-name.tsx'
import { keysOnComputer } from '../policy-states.tsx'
import { BackupDialog } from './backup-dialog.tsx'
import { testPolicyBackup } from './test-form.tsx'
import { BackupTestResult } from './test-result.tsx'

const words = text.policies.backup.making

/** Makes and tests the backup of a policy. */
export const PolicyBackupDialog = ({
  policy,
  start,
  onClose,
}: {
  readonly policy: PolicyView
  readonly start: 'make' | 'test'
  readonly onClose: () => void
}) => (
  <BackupDialog
    subject={{
      title: words.title,
      what: <What policy={policy} />,
      hasPaper: true,
      save: (passphrases, as) =>
        change('backups.save', { policyId: policy.policyId, ...passphrases, as }),
      test: testPolicyBackup,
      result: (answer) => (
        <BackupTestResult answer={answer} expected={policy.policyId} onClose={onClose} />
      ),
    }}
    start={start}
    onClose={onClose}
  />
)

const What = ({ policy }: { readonly policy: PolicyView }) => {
  const here = keysOnComputer(policy)
  const all = policy.keys.length
  return (
    <div>
      <PolicyName name={policy.name} />
      {words.text} {here < all && words.elsewhere(here, all)}
    </div>
  )
}
