import { Box, Button, Group, Menu } from '@mantine/core'
import { Check, ChevronDown, Download, QrCode, Send } from 'lucide-react'
import { useState } from 'react'
import type { ShownRequest, SigningAnswer } from '#contract/signing/calls.ts'
import { call } from '#renderer/bridge.ts'
import { useIsOffline } from '#renderer/data/app.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { ActionButton } from '../action-button.tsx'
import { CodesDialog } from './codes-dialog.tsx'
import { OthersSignatures } from './others-signatures.tsx'
import styles from './signing.module.css'
import { IconButton } from '#renderer/ui/icon-button.tsx'

const words = text.signing.next

/** How the signatures get back, or the transaction on its way, once something is signed. */
export const NextSteps = ({ shown }: { readonly shown: ShownRequest }) => {
  const { entry, transactions, answers } = shown
  const isComplete = transactions.every(({ summary }) => summary.isComplete !== false)
  const hasOwn = answers.some(({ kind }) => kind === 'witness')
  return (
    <div className={styles['next']}>
      {(hasOwn || isComplete) && (
        <div>
          <Box component="h3" mb={4} fz="md" fw={600}>
            {words.title}
          </Box>
          {hasOwn && (
            <Box component="p" mb="xs" c="dimmed">
              {words.answer}
            </Box>
          )}
          <Group gap="xs">
            <Saving id={entry.id} answers={answers} />
            {hasOwn && entry.state === 'signed' && <HandingOver id={entry.id} />}
            {isComplete && <Sending entry={entry} />}
          </Group>
        </div>
      )}
      <OthersSignatures id={entry.id} />
    </div>
  )
}

/** Codes leave no trace of whether they were scanned, so the user says it. */
const HandingOver = ({ id }: { readonly id: string }) => (
  <ActionButton
    variant="default"
    leftSection={<Check size={16} aria-hidden />}
    action={() => call('signing.markHandedOver', { id })}
  >
    {words.handedOver}
  </ActionButton>
)

const Sending = ({ entry: { id, network } }: Pick<ShownRequest, 'entry'>) => {
  const isOffline = useIsOffline()
  const why = isOffline ? words.sendOffline : network === null ? words.sendNetwork : undefined
  if (why !== undefined) return <p className={styles['why']}>{why}</p>
  return (
    <ActionButton
      leftSection={<Send size={16} aria-hidden />}
      action={() => call('signing.submit', { id })}
    >
      {words.send}
    </ActionButton>
  )
}

type Answers = { readonly id: string; readonly answers: readonly SigningAnswer[] }

const Saving = ({ id, answers }: Answers) => {
  const [codes, setCodes] = useState(false)
  const { witnesses, single, transactions, request } = groupsOf(answers)
  const save = (names: readonly string[]) =>
    attempt(async () => {
      const paths = await call('signing.export', { id, names: [...names] })
      if (paths !== null) useNotices.getState().notify('good', words.saved(paths))
    })
  return (
    <>
      {witnesses.length > 0 && (
        <IconButton variant="light" icon={Download} onClick={() => void save(witnesses)}>
          {single.length > 0 ? words.saveTogether : words.saveWitness(witnesses.length)}
        </IconButton>
      )}
      <IconButton icon={QrCode} onClick={() => setCodes(true)}>
        {words.codes}
      </IconButton>
      {transactions.length + request.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
              {words.more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <SaveItem label={words.saveSingle(single.length)} names={single} onSave={save} />
            <SaveItem
              label={words.saveTransactions(transactions.length)}
              names={transactions}
              onSave={save}
            />
            <SaveItem label={words.saveRequest} names={request} onSave={save} />
          </Menu.Dropdown>
        </Menu>
      )}
      {codes && <CodesDialog id={id} answers={answers} onClose={() => setCodes(false)} />}
    </>
  )
}

/**
 * The names of what can be saved. Signatures over several transactions are one file; each by itself
 * is `single`, for other programs.
 */
const groupsOf = (answers: readonly SigningAnswer[]) => {
  const of = (wanted: SigningAnswer['kind']) => answers.filter(({ kind }) => kind === wanted)
  const names = (some: readonly SigningAnswer[]) => some.map(({ name }) => name)
  const together = of('witness').filter(({ txId }) => txId === null)
  const alone = names(of('witness').filter(({ txId }) => txId !== null))
  return {
    witnesses: together.length > 0 ? names(together) : alone,
    single: together.length > 0 ? alone : [],
    transactions: names(of('transaction')),
    request: names(of('request')),
  }
}

const SaveItem = ({
  label,
  names,
  onSave,
}: {
  readonly label: string
  readonly names: readonly string[]
  readonly onSave: (names: readonly string[]) => Promise<unknown>
}) => {
  const [only, ...more] = names
  if (only === undefined) return null
  return (
    <Menu.Item onClick={() => void onSave(names)}>
      {label}
      {more.length === 0 && ` (${only})`}
    </Menu.Item>
  )
}
