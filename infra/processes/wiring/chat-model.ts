/** The model that answers may be written with, from the settings. */
import type { ChatModel } from '#query-api/rag/ports.ts'
import type { Settings } from '../../settings.ts'
import { makeChatEndpoint } from '../../chat-model/chat-endpoint.ts'

/** null: none is configured, and answers are extractive. Nothing is asked of it yet. */
export const openChatModel = ({ generation }: Settings): ChatModel | null =>
  generation === null ? null : makeChatEndpoint(generation)
