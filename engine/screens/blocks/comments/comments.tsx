import { type ReactNode, useContext, useMemo, useState } from 'react';
import type { Comment, CommentsBlock, LabelledAction } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { ScopeContext, useScreen, useScreenStore } from '../../core/hooks.ts';
import { itemScope } from '../../core/idempotent-calls.ts';
import { ActionButton, useShown } from '../parts/action-button.tsx';
import { Records, useKeys } from '../parts/records.tsx';
import { Section } from '../parts/section.tsx';
import { WritingField } from './writing.tsx';
import './comments.css';

/** A comment longer than this (characters, or lines) is folded. */
const FOLD_CHARACTERS = 120;
const FOLD_LINES = 5;

/** What people say about something, and a field to say something oneself. */
export default function Comments({ block, pointer }: BlockProps<CommentsBlock>): ReactNode {
  const screen = useScreen();
  const store = useScreenStore();
  // The field stands under the heading too, so the heading is here and not with the list.
  const list = useMemo(() => ({ ...block, title: undefined }), [block]);
  return (
    <Section title={screen.text(block.title)}>
      {block.write ? (
        <div className="card comments__write">
          <WritingField
            writing={block.write}
            pictures={block.pictures}
            place={`${pointer}/write`}
            onDone={() => store.reload(block.source)}
          />
        </div>
      ) : null}
      <Records block={list}>{(records) => <List block={block} pointer={pointer} records={records} />}</Records>
    </Section>
  );
}

function List({
  block,
  pointer,
  records,
}: {
  readonly block: CommentsBlock;
  readonly pointer: string;
  readonly records: readonly unknown[];
}): ReactNode {
  const keyOf = useKeys(block.key);
  return (
    <ul className="card comments">
      {records.map((record, index) => {
        const key = keyOf(record, index);
        return (
          <li key={key} className="comments__item">
            <Item record={record} index={index} name={key}>
              <Thread block={block} pointer={pointer} name={key} />
            </Item>
          </li>
        );
      })}
    </ul>
  );
}

/** Puts a record into the scope of its children. */
function Item({
  record,
  index,
  name,
  children,
}: {
  readonly record: unknown;
  readonly index: number;
  readonly name: string;
  readonly children: ReactNode;
}): ReactNode {
  const outer = useContext(ScopeContext);
  const scope = useMemo(() => itemScope(outer, record, index, name), [outer, record, index, name]);
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}

function Thread({ block, pointer, name }: { readonly block: CommentsBlock; readonly pointer: string; readonly name: string }): ReactNode {
  const screen = useScreen();
  const store = useScreenStore();
  const [answering, setAnswering] = useState(false);
  const { replies, reply } = block;
  const value = screen.value(replies?.each);
  const answers = replies && Array.isArray(value) ? value : [];
  return (
    <>
      <Said comment={block.comment}>
        {reply ? (
          <button type="button" className="comment__reply" aria-expanded={answering} onClick={() => setAnswering(!answering)}>
            回复
          </button>
        ) : null}
      </Said>
      {reply && answering ? (
        <WritingField
          writing={reply}
          pictures={block.pictures}
          place={`${pointer}/reply`}
          focus
          onDone={() => {
            setAnswering(false);
            store.reload(block.source);
          }}
        />
      ) : null}
      {replies && answers.length > 0 ? (
        <ul className="comments__replies">
          {answers.map((answer, index) => (
            // Replies are only added at the end.
            <li key={index}>
              <Item record={answer} index={index} name={`${name}/${index}`}>
                <Said comment={replies.comment} />
              </Item>
            </li>
          ))}
        </ul>
      ) : null}
      {replies?.more ? <More more={replies.more} /> : null}
    </>
  );
}

/** The way to the replies that do not stand here. */
function More({ more }: { readonly more: LabelledAction }): ReactNode {
  const [button] = useShown([more]);
  return button ? (
    <div className="comment__more">
      <ActionButton button={button} quiet />
    </div>
  ) : null;
}

function Said({ comment, children }: { readonly comment: Comment; readonly children?: ReactNode }): ReactNode {
  const screen = useScreen();
  const [open, setOpen] = useState(false);
  const actions = useShown(comment.actions);
  const text = screen.text(comment.text);
  const author = screen.text(comment.author);
  const avatar = screen.text(comment.avatar);
  const picture = screen.text(comment.picture?.address);
  const badge = screen.text(comment.badge);
  const time = screen.text(comment.time);
  const long = [...text].length > FOLD_CHARACTERS || text.split('\n').length > FOLD_LINES;
  return (
    <article className="comment" aria-label={author}>
      <p className="comment__head">
        {avatar ? <img className="comment__avatar" src={avatar} alt="" /> : null}
        <span className="comment__author">{author}</span>
        {badge ? <span className="badge badge--brand">{badge}</span> : null}
        {time ? <span className="row__note tabular">{time}</span> : null}
      </p>
      {text ? <p className={long && !open ? 'comment__text comment__text--folded' : 'comment__text'}>{text}</p> : null}
      {picture ? (
        <img className="comment__picture" src={picture} alt={screen.text(comment.picture?.label)} width={56} height={56} decoding="async" />
      ) : null}
      <div className="comment__foot">
        {long ? (
          <button type="button" className="comment__reply" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? '收起' : '展开全文'}
          </button>
        ) : null}
        {children}
        {actions.map((button) => (
          <ActionButton key={button.label.source} button={button} quiet />
        ))}
      </div>
    </article>
  );
}
