import { Group, Menu } from '@mantine/core'
import { Download, QrCode, Send } from 'lucide-react'
import { useState } from 'react'
import type { ShownRequest, SigningAnswer } from '#contract/signing/calls.ts'
import { call } from '#renderer/bridge.ts'
import { useIsOffline } from '#renderer/data/app.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { ActionButton } from '../action-button.tsx'
import { CodesDialog } from './codes-dialog.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import { MoreMenu } from '#renderer/ui/more-menu.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.signing.next

/** How the signatures get back, or the transaction on its way, once something is signed. */
export const NextSteps = ({
  shown,
  isBelow,
}: {
  readonly shown: ShownRequest
  /** It ends the page. */
  readonly isBelow: boolean
}) => {
  const { entry, transactions, answers } = shown
  const { id, network } = entry
  const isOffline = useIsOffline()
  const isComplete = transactions.every(({ summary }) => summary.isComplete !== false)
  const hasOwn = answers.some(({ kind }) => kind === 'witness')
  if (!hasOwn && !isComplete) return null
  const why = isOffline ? words.sendOffline : network === null ? words.sendNetwork : undefined
  const canSend = isComplete && why === undefined
  const steps = (
    <div className={ui['tight']}>
      <p>
        <strong>{words.title}.</strong> {hasOwn && words.answer} {isComplete && why}
      </p>
      <Group gap="xs">
        <Saving
          id={id}
          answers={answers}
          isFirst={!canSend}
          canHandOver={hasOwn && entry.state === 'signed'}
        />
        {canSend && (
          <ActionButton
            leftSection={<Send size={16} aria-hidden />}
            action={() => call('signing.submit', { id })}
          >
            {words.send}
          </ActionButton>
        )}
      </Group>
    </div>
  )
  return isBelow ? <footer className={ui['end']}>{steps}</footer> : steps
}

const Saving = ({
  id,
  answers,
  isFirst,
  canHandOver,
}: {
  readonly id: string
  readonly answers: readonly SigningAnswer[]
  /** Nothing comes before it, such as sending. */
  readonly isFirst: boolean
  readonly canHandOver: boolean
}) => {
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
        <IconButton
          variant={isFirst ? 'filled' : 'default'}
          icon={Download}
          onClick={() => void save(witnesses)}
        >
          {single.length > 0 ? words.saveTogether : words.saveWitness(witnesses.length)}
        </IconButton>
      )}
      <IconButton icon={QrCode} onClick={() => setCodes(true)}>
        {words.codes}
      </IconButton>
      {transactions.length + request.length > 0 && (
        <MoreMenu position="top-start">
          <SaveItem label={words.saveSingle(single.length)} names={single} onSave={save} />
          <SaveItem
            label={words.saveTransactions(transactions.length)}
            names={transactions}
            onSave={save}
          />
          <SaveItem label={words.saveRequest} names={request} onSave={save} />
          {/* Codes leave no trace of whether they were scanned, so the user says it. */}
          {canHandOver && (
            <Menu.Item onClick={() => void attempt(() => call('signing.markHandedOver', { id }))}>
              {words.handedOver}
            </Menu.Item>
          )}
        </MoreMenu>
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
