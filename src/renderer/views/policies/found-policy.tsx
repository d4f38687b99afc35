import { useMemo } from 'react'
import { Box, Flex, Group } from '@mantine/core'
import type { InspectedPolicy } from '#contract/policies/policy-view.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import { DetailList } from '#renderer/ui/page.tsx'
import { CopyButton, Hash, When } from '#renderer/ui/text-parts.tsx'
import { ConditionTree } from './condition-tree.tsx'
import { conditionOf } from './conditions.ts'
import { FoundBadge, FoundKeys, MintingState } from './found-keys.tsx'
import { LockBadge } from './policy-states.tsx'
import type { PolicyInspection } from './use-inspection.ts'
import { useNow } from '#renderer/ui/use-now.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.inspecting

/** What was found in files or a text. */
export const Found = ({ inspection }: { readonly inspection: PolicyInspection }) => {
  switch (inspection.state) {
    case 'none':
      return <div className={ui['dimmed']}>{words.empty}</div>
    case 'reading':
      return (
        <div className={ui['dimmed']} role="status">
          {words.reading}
        </div>
      )
    case 'error':
      return <ErrorAlert error={inspection.message} />
    case 'found':
      return <FoundPolicy policy={inspection.policy} />
    default:
      return inspection satisfies never
  }
}

const FoundPolicy = ({ policy }: { readonly policy: InspectedPolicy }) => {
  const now = useNow()
  const { network, keys, script } = policy
  const condition = useMemo(() => {
    const here = keys.filter(({ source }) => source === 'files' || source === 'vault')
    const keysHere = new Set(here.map(({ keyHash }) => keyHash))
    return conditionOf(script, { network, keysHere, now })
  }, [script, keys, network, now])
  return (
    <Flex
      component="section"
      direction="column"
      gap="sm"
      p="md"
      bg="var(--paper)"
      className={ui['box']}
      aria-label={words.found}
    >
      <div className={ui['inline']}>
        <Hash value={policy.policyId} what={text.policies.policyId} onCopy={copy} />
        <FoundBadge policy={policy} />
      </div>
      {policy.isListed && <div>{words.known}</div>}
      <FoundFactList policy={policy} now={now} />
      <Box component="h3" fz="md" fw={600}>
        {text.policies.keys.title}
      </Box>
      <FoundKeys keys={keys} />
      <EncryptedKeys names={policy.encrypted} />
      <Box component="h3" fz="md" fw={600}>
        {text.policies.conditions.title}
      </Box>
      <ConditionTree condition={condition} />
      {policy.skipped.length > 0 && <Note>{words.skipped(policy.skipped)}</Note>}
    </Flex>
  )
}

const FoundFactList = ({
  policy: { lock, minting, network, networkBy, signatures, keys },
  now,
}: {
  readonly policy: InspectedPolicy
  readonly now: number
}) => (
  <DetailList
    entries={[
      [words.details.minting, <MintingState key="minting" minting={minting} />],
      [
        text.policies.details.lock,
        <span key="lock" className={ui['inline']}>
          {minting === 'impossible' ? words.neverMinted : <LockBadge lock={lock} now={now} />}
          {minting !== 'impossible' && typeof lock?.time === 'string' && (
            <When at={lock.time} slot={String(lock.slot)} />
          )}
        </span>,
      ],
      [
        words.details.signatures,
        minting === 'impossible'
          ? words.neverEnough(keys.length)
          : words.signatures(signatures, keys.length),
      ],
      [
        text.policies.details.network,
        words.network(text.common.networks[network], networkBy, lock !== null),
      ],
    ]}
  />
)

/** Encrypted keys stay closed: how to open them elsewhere, and what works without them. */
const EncryptedKeys = ({ names }: { readonly names: readonly string[] }) => {
  const [first] = names
  if (first === undefined) return null
  const command = words.encrypted.command(first)
  return (
    <Note>
      <div>{words.encrypted.text(names)}</div>
      <Group gap="xs" miw={0} wrap="nowrap">
        <code className={ui['breakable']}>{command}</code>
        <CopyButton what={words.encrypted.what} onCopy={() => copy(command)} />
      </Group>
      <div>{words.encrypted.afterwards}</div>
    </Note>
  )
}
