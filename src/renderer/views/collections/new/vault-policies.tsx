import { Checkbox, Select } from '@mantine/core'
import { FileKey } from 'lucide-react'
import type { AccountView } from '#contract/accounts/account.ts'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { cutMiddle } from '#values/text/format.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { isWatchOnly } from '#contract/policies/watch-only.ts'
import { copy } from '#renderer/stores/copy.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import { DetailList } from '#renderer/ui/page.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { lockWords } from '../chips.tsx'
import { lockStateOf } from '#renderer/data/lock.ts'
import { useNow } from '#renderer/ui/use-now.ts'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import type { CollectionDraftForm } from './draft.ts'

const words = text.collections.new

const lockOf = ({ lock }: PolicyView, now: number): string =>
  lockWords(lockStateOf({ lock: lock !== null, lock_time: lock?.time ?? null }, now))

/** Choice of one of the vault's policies, or a way to add one. */
export const VaultPolicies = ({
  account,
  form,
}: {
  readonly account: AccountView
  readonly form: CollectionDraftForm
}) => {
  const { go } = useNavigation()
  const now = useNow()
  const { data: policies, error, refetch } = useCall('policies.list', null)
  const link = (
    <IconButton icon={FileKey} onClick={() => go({ view: 'policies' })}>
      {words.vaultLink}
    </IconButton>
  )
  if (error !== null) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  const usable = usablePolicies(policies ?? [], account)
  const cannotGo = account.kind === 'hosted' && (policies ?? []).some(isWatchOnly)
  if (policies !== undefined && usable.length === 0)
    return (
      <>
        <Note action={link}>{words.vaultNone}</Note>
        {cannotGo && <Note>{words.watchOnlyStays(account.name)}</Note>}
      </>
    )
  const chosen = usable.find(({ policyId }) => policyId === form.values.policy.policyId)
  return (
    <>
      <Select
        label={words.vaultPolicy}
        placeholder={words.vaultPolicyPick}
        withAsterisk
        searchable
        disabled={policies === undefined}
        data={usable.map((policy) => ({
          value: policy.policyId,
          label: words.policyLabel(
            policy.name ?? `${words.unnamedPolicy} ${cutMiddle(policy.policyId)}`,
            text.common.networks[policy.network],
            [lockOf(policy, now), ...(isWatchOnly(policy) ? [text.policies.watchOnly] : [])],
          ),
        }))}
        {...form.getInputProps('policy.policyId')}
        value={chosen === undefined ? null : chosen.policyId}
        onChange={(policyId) => {
          form.setFieldValue('policy.policyId', policyId)
          form.setFieldValue('policy.sendKeysTo', null)
        }}
      />
      {chosen !== undefined && (
        <DetailList
          entries={[
            [
              text.collections.detail.policyId,
              <Hash
                key="id"
                value={chosen.policyId}
                what={text.collections.detail.policyId}
                onCopy={copy}
              />,
            ],
            [text.collections.detail.lock, lockOf(chosen, now)],
          ]}
        />
      )}
      {chosen !== undefined && isWatchOnly(chosen) && <Note>{words.watchOnlyChosen}</Note>}
      {cannotGo && <Note>{words.watchOnlyStays(account.name)}</Note>}
      {chosen !== undefined && account.kind === 'hosted' && (
        <Checkbox
          label={words.sendKeys(account.name)}
          description={words.sendKeysHint}
          {...form.getInputProps('policy.sendKeysTo')}
          checked={form.values.policy.sendKeysTo === account.id}
          onChange={(event) =>
            form.setFieldValue('policy.sendKeysTo', event.currentTarget.checked ? account.id : null)
          }
        />
      )}
      <div>{link}</div>
    </>
  )
}

/**
 * The policies that a new collection of this account can use: unlocked ones, for a hosted service
 * with keys on this computer; a Local studio waits for signatures from elsewhere. A lock counts the
 * slots of its own network; without one a script is the same on all.
 */
export const usablePolicies = (
  policies: readonly PolicyView[],
  account: Pick<AccountView, 'chain' | 'kind'>,
): readonly PolicyView[] =>
  policies.filter(
    ({ canMint, lock, network }) =>
      (canMint || account.kind === 'local') &&
      (lock === null || (!lock.locked && chainsOf(account).includes(network))),
  )

/** The networks that an account's service may be on; a hosted one does not say which testnet. */
const chainsOf = ({ chain }: Pick<AccountView, 'chain'>): readonly PolicyView['network'][] =>
  chain === 'testnet' ? ['preprod', 'preview'] : [chain]
