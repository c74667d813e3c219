import { toErrorMessage } from '../../routes/admin-route-client';
import { createTranslator } from '../../labels/translate';

interface ButtonRequestOptions<Answer> {
  button: JQuery;
  /** Shows the result. */
  container: JQuery;
  send: () => Promise<Answer>;
  onAnswer: (answer: Answer) => void;
  onError?: (error: unknown) => void;
}

export interface ButtonRequest {
  run(): void;
  /** Also ignores the answer to a pending request. */
  clear(): void;
}

const text = createTranslator('bridge-config');

export function prepareButtonRequest<Answer>({
  button,
  container,
  send,
  onAnswer,
  onError,
}: ButtonRequestOptions<Answer>): ButtonRequest {
  let latest = 0;
  const sendLatest = async (): Promise<void> => {
    latest += 1;
    const current = latest;
    container.parents('details').prop('open', true);
    button.prop('disabled', true);
    showMessage(container, 'busy', text('result.busy'));
    try {
      const answer = await send();
      if (current === latest) onAnswer(answer);
    } catch (error) {
      if (current !== latest) return;
      showMessage(container, 'bad', toErrorMessage(error));
      onError?.(error);
    } finally {
      if (current === latest) button.prop('disabled', false);
    }
  };
  const run = (): void => void sendLatest();
  button.on('click', run);
  return {
    run,
    clear() {
      latest += 1;
      container.empty();
      button.prop('disabled', false);
    },
  };
}

export const showMessage = (
  container: JQuery,
  kind: 'busy' | 'good' | 'bad',
  message: string,
): void => void container.empty().append($(`<p class="lighting-bridge-${kind}">`).text(message));
