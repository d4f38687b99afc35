import { Button, Checkbox, TextInput } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { cutMiddle, dateText } from '#values/text/format.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DialogForm } from '#renderer/views/frame/dialog-form.tsx'
import styles from '../policies.module.css'
import { PolicyName } from '../policy-name.tsx'
import { keysOnComputer } from '../policy-states.tsx'
import { isTyped, type Obstacles, obstaclesToRemoval } from './untested.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.backup.removing

/**
 * Removes a policy's keys from the vault, after its name was typed and all objections were settled.
 */
export const RemoveDialog = ({
  policy,
  onClose,
  onBackUp,
}: {
  readonly policy: PolicyView
  readonly onClose: () => void
  readonly onBackUp: () => void
}) => {
  const { data: policies = [] } = useCall('policies.list', null)
  const [typed, setTyped] = useState('')
  const [agreed, setAgreed] = useState({ lost: false, shared: false })
  const { unproved, sharing } = obstaclesToRemoval(policy, policies)
  const isAgreed =
    (unproved === undefined || agreed.lost) && (sharing.length === 0 || agreed.shared)
  const remove = async () => {
    const insist = unproved !== undefined || sharing.length > 0
    await withVault(words.reason, () =>
      change('backups.removeKeys', { policyId: policy.policyId, typed, insist }),
    )
    useNotices.getState().notify('good', words.done)
    onClose()
  }
  const count = keysOnComputer(policy)
  return (
    <DialogForm
      title={words.title}
      submit={count === 1 ? words.submitOne : words.submit}
      isDangerous
      isReady={isAgreed && isTyped(policy, typed)}
      actions={
        policy.backup.state !== 'tested' && (
          <Button variant="default" onClick={onBackUp}>
            {words.backUpFirst}
          </Button>
        )
      }
      onSubmit={remove}
      onClose={onClose}
    >
      <div>
        <PolicyName name={policy.name} />
        {words.text(count)}{' '}
        {policy.backup.state === 'tested' && words.proved(dateText(policy.backup.testedAt))}
      </div>
      <Against
        unproved={unproved}
        sharing={sharing}
        agreed={agreed}
        onAgree={(change) => setAgreed({ ...agreed, ...change })}
      />
      <TextInput
        label={
          policy.name === null
            ? words.typeId(policy.policyId)
            : text.common.confirmByName(policy.name)
        }
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        spellCheck={false}
        styles={{ label: { overflowWrap: 'anywhere' } }}
        data-autofocus
      />
    </DialogForm>
  )
}

type Agreed = { readonly lost: boolean; readonly shared: boolean }

/** The objections, each with what the user must confirm to override it. */
const Against = ({
  unproved,
  sharing,
  agreed,
  onAgree,
}: {
  readonly unproved: Obstacles['unproved'] | undefined
  readonly sharing: Obstacles['sharing']
  readonly agreed: Agreed
  readonly onAgree: (change: Partial<Agreed>) => void
}) => (
  <>
    {unproved !== undefined && (
      <Obstacle
        title={words.lost.title}
        message={words.lost[unproved]}
        insist={words.lost.insist}
        checked={agreed.lost}
        onChange={(lost) => onAgree({ lost })}
      />
    )}
    {sharing.length > 0 && (
      <Obstacle
        title={words.shared.title}
        message={words.shared.text(
          sharing.map(({ name, policyId }) => name ?? cutMiddle(policyId)).join(', '),
        )}
        insist={words.shared.insist}
        checked={agreed.shared}
        onChange={(shared) => onAgree({ shared })}
      />
    )}
  </>
)

const Obstacle = ({
  title,
  message,
  insist,
  checked,
  onChange,
}: {
  readonly title: string
  readonly message: string
  readonly insist: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) => (
  <section className={styles['obstacle']} aria-label={title}>
    <TriangleAlert size={18} aria-hidden />
    <div>
      <div className={ui['strong']}>{title}</div>
      <div>{message}</div>
      <Checkbox
        mt="sm"
        label={insist}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  </section>
)
