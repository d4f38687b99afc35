import { Textarea, TextInput, type TextareaProps, type TextInputProps } from '@mantine/core'
import styles from './ui.module.css'

const code = { classNames: { input: styles['mono'] }, spellCheck: false }

/** A field for an address, an ID or a key: monospaced, without a spelling check. */
export const CodeInput = (props: TextInputProps) => <TextInput {...props} {...code} />

/** The same with several lines, for a file's text or a phrase. */
export const CodeArea = (props: TextareaProps) => <Textarea {...props} {...code} />
