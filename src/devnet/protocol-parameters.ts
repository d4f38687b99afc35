/**
 * The protocol parameters of mainnet in epoch 645 (July 2026, protocol 11.0), cost models included,
 * as Blockfrost answers them. Source: https://github.com/scalus3/scalus (Apache-2.0),
 * scalus-core/shared/src/main/resources/blockfrost-params-epoch-645.json. Fees and limits are those that scalus 0.17.0
 * judges by, which has no way to set them.
 */
import protocolParameters from '../../resources/devnet/protocol-parameters.json' with { type: 'json' }

export { protocolParameters }
