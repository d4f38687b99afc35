import { Select, Stack } from '@mantine/core'
import { useState } from 'react'
import type { SigningAnswer } from '#contract/signing/calls.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { ErrorAlert, Note } from '#renderer/ui/error-alert.tsx'
import { QrSequence } from '#renderer/ui/qr-sequence.tsx'
import { Waiting } from '#renderer/ui/waiting.tsx'
import styles from './signing.module.css'

const words = text.signing

/** An answer as codes that the other computer's camera reads. */
export const CodesDialog = ({
  id,
  answers,
  onClose,
}: {
  readonly id: string
  readonly answers: readonly SigningAnswer[]
  readonly onClose: () => void
}) => {
  const [name, setName] = useState((answers.find(isWitness) ?? answers[0])?.name ?? '')
  const { data: codes, error } = useCall('signing.frames', { id, name })
  // All signatures together are few enough codes.
  const offered = answers.some(isTogether)
    ? answers.filter((answer) => !isWitness(answer) || isTogether(answer))
    : answers
  const witnesses = offered.filter(isWitness).length
  return (
    <Dialog onClose={onClose} title={words.codes.title} size="lg">
      <Stack gap="md">
        {offered.length > 1 && (
          <Select
            label={words.codes.which}
            description={witnesses > 1 ? words.codes.oneByOne(witnesses) : undefined}
            data={offered.map((answer) => ({
              value: answer.name,
              label: `${kindText(answer)} (${answer.name})`,
            }))}
            value={name}
            onChange={(value) => setName(value ?? name)}
          />
        )}
        {error !== null && <ErrorAlert error={error} />}
        {codes === undefined && error === null && <Waiting />}
        {codes !== undefined && (
          <>
            {codes.thumbnailsLeftOut > 0 && (
              <Note>{words.codes.leftOut(codes.thumbnailsLeftOut)}</Note>
            )}
            {codes.parentsLeftOut > 0 && (
              <Note>{words.codes.parentsLeftOut(codes.parentsLeftOut)}</Note>
            )}
            <div className={styles['codes']}>
              <QrSequence key={name} parts={codes.parts} label={words.codes.label(name)} />
            </div>
          </>
        )}
      </Stack>
    </Dialog>
  )
}

/** Signatures alone are few codes; what holds a whole mint may be more than a camera takes. */
const isWitness = ({ kind }: SigningAnswer): boolean => kind === 'witness'

const isTogether = ({ kind, txId }: SigningAnswer): boolean => kind === 'witness' && txId === null

const kindText = (answer: SigningAnswer): string => {
  if (isTogether(answer)) return words.kinds.witnesses
  const { kind, keyHash } = answer
  return kind === 'witness' ? words.kinds.witness(keyHash ?? '') : words.kinds[kind]
}
