import { Button } from '@mantine/core'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PolicyFacts } from '../../../../shared/calls/facts.ts'
import { useNavigation } from '../../../stores/navigation.ts'
import { text } from '../../../text/en.ts'
import styles from '../policies.module.css'
import { PolicyName } from '../policy-name.tsx'
import { lacksDrill } from './lacking.ts'

const words = text.policies.backup

/** Stays on a policy's page until a backup of its keys has passed its drill. */
export const PolicyNag = ({
  policy,
  onOpen,
}: {
  readonly policy: PolicyFacts
  readonly onOpen: (begin: 'make' | 'drill') => void
}) => {
  const { state } = policy.backup
  if (state === 'drilled' || !lacksDrill(policy)) return null
  return (
    <Nag message={words.nag[state]}>
      {state === 'made' && (
        <Button variant="default" onClick={() => onOpen('make')}>
          {words.makeAgain}
        </Button>
      )}
      <Button onClick={() => onOpen(state === 'made' ? 'drill' : 'make')}>
        {state === 'made' ? words.drill : words.make}
      </Button>
    </Nag>
  )
}

/** Stays over the list as long as any policy in it is in danger. */
export const ListNag = ({
  lacking,
  isOnly,
  onOnly,
}: {
  readonly lacking: readonly PolicyFacts[]
  /** Whether the list shows these alone. */
  readonly isOnly: boolean
  readonly onOnly: (isOnly: boolean) => void
}) => {
  const go = useNavigation((state) => state.go)
  const [first, ...others] = lacking
  if (first === undefined) return null
  return others.length === 0 ? (
    <Nag message={words.nag.one} of={first}>
      <Button variant="default" onClick={() => go({ view: 'policies', policyId: first.policyId })}>
        {words.nag.goToOne}
      </Button>
    </Nag>
  ) : (
    <Nag message={words.nag.many(lacking.length)}>
      <Button variant="default" onClick={() => onOnly(!isOnly)}>
        {isOnly ? words.nag.showAll : words.nag.show}
      </Button>
    </Nag>
  )
}

const Nag = ({
  message,
  of,
  children,
}: {
  readonly message: string
  readonly of?: PolicyFacts
  readonly children: ReactNode
}) => (
  <section className={styles['nag']} aria-label={words.nag.title}>
    <ShieldAlert size={18} aria-hidden />
    <div className={styles['nagText']}>
      {of !== undefined && <PolicyName name={of.name} />}
      {message}
    </div>
    <div className={styles['nagActs']}>{children}</div>
  </section>
)
