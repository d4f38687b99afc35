import { Eye, KeyRound, Unplug } from 'lucide-react'
import { useMemo } from 'react'
import type { InspectedPolicy, PolicyFacts } from '#shared/calls/facts.ts'
import { copy } from '#renderer/stores/copy.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { Hash } from '#renderer/ui/text-parts.tsx'
import { ConditionTree } from './condition-tree.tsx'
import { conditionOf } from './conditions.ts'
import styles from './policies.module.css'
import type { Inspection } from './use-inspection.ts'
import { useNow } from '#renderer/ui/use-now.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.inspecting

/** What was found in a file or a text. */
export const Found = ({
  inspection,
  network,
}: {
  readonly inspection: Inspection
  readonly network: PolicyFacts['network']
}) => {
  switch (inspection.state) {
    case 'none':
      return <div className={styles['soft']}>{words.empty}</div>
    case 'reading':
      return (
        <div className={styles['soft']} role="status">
          {words.reading}
        </div>
      )
    case 'key':
      return <Note>{text.policies.importing.loneKey}</Note>
    case 'error':
      return <ErrorAlert error={inspection.message} />
    case 'found':
      return (
        <FoundPolicy policy={inspection.policy} network={inspection.policy.publicOn ?? network} />
      )
    default:
      return inspection satisfies never
  }
}

const FoundPolicy = ({
  policy,
  network,
}: {
  readonly policy: InspectedPolicy
  readonly network: PolicyFacts['network']
}) => {
  const { data: known } = useCall('policies.list', null)
  const now = useNow()
  const condition = useMemo(() => {
    const keys = (known ?? []).flatMap((one) => one.keys.filter(({ here }) => here))
    const keysHere = new Set(keys.map(({ keyHash }) => keyHash))
    return conditionOf(policy.script, { network, keysHere, now })
  }, [known, policy, network, now])
  const hasSlots = JSON.stringify(policy.script).includes('"slot"')
  const isKnown = known?.some(({ policyId }) => policyId === policy.policyId) === true
  return (
    <section className={styles['found']} aria-label={words.found}>
      <div className={ui['inline']}>
        <Hash value={policy.policyId} what={text.policies.policyId} onCopy={copy} />
        {policy.publicOn !== null ? (
          <StatusBadge icon={Eye}>{words.isPublic}</StatusBadge>
        ) : policy.hasKeys ? (
          <StatusBadge tone="good" icon={KeyRound}>
            {words.hasKeys}
          </StatusBadge>
        ) : (
          <StatusBadge icon={Unplug}>{words.hasNoKeys}</StatusBadge>
        )}
      </div>
      {policy.publicOn !== null && (
        <div>{words.publicOn(text.policies.form.networks[policy.publicOn])}</div>
      )}
      {isKnown && <div>{words.known}</div>}
      <h3 className={styles['foundTitle']}>{text.policies.conditions.title}</h3>
      <ConditionTree condition={condition} />
      {hasSlots && (
        <div className={ui['small']}>{words.timesOn(text.policies.form.networks[network])}</div>
      )}
    </section>
  )
}
