import { Option } from 'commander'

/**
 * An option that names a file to write. A command with one takes `--replace` too, and its file is
 * checked before the command begins.
 */
export class OutputOption extends Option {}
