-- Player limits: limits, breaks and self-exclusion that players set for themselves. Every transaction that takes a stake or a recharge calls
-- player_limit_refusal under the player's lock, before it writes. So two transactions cannot use the same room under a limit, and none
-- succeeds after an exclusion.

-- The begin (unix ms) of the day, week or month of an instant. Weeks begin on Monday.
CREATE FUNCTION period_start(p_period text, p_now bigint, p_offset bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  today bigint := (p_now + p_offset) / 86400000;
BEGIN
  RETURN CASE p_period
    WHEN 'day' THEN today
    -- Day 0 was a Thursday.
    WHEN 'week' THEN today - (today + 3) % 7
    ELSE date_trunc('month', date '1970-01-01' + today::int)::date - date '1970-01-01'
  END * 86400000 - p_offset;
END
$$;

-- Whether a movement counts as spending: money goes from the player to a game, a group order or a company of the transfer centre.
CREATE FUNCTION is_spending(p_debit text, p_credit text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_debit IN ('wallet', 'held') AND (p_credit IN ('house:stakes', 'escrow:hm') OR p_credit ^@ 'transit:')
$$;
-- Whether a movement returns such money to the wallet.
CREATE FUNCTION is_given_back(p_debit text, p_credit text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_credit = 'wallet' AND (p_debit IN ('house:stakes', 'escrow:hm') OR p_debit ^@ 'transit:')
$$;
-- The amount that a movement pays as a prize; negative for a correction that takes a prize back, 0 for other movements.
CREATE FUNCTION won_by(p_debit text, p_credit text, p_amount bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_credit = 'wallet' AND (p_debit = 'house:prizes' OR p_debit ^@ 'company:') THEN p_amount
              WHEN p_debit = 'wallet' AND p_credit = 'house:prizes' THEN -p_amount ELSE 0 END
$$;

-- The used part of a player's limit since an instant, in fen, or for 'time' in real ms. The numbers of movements ascend with time, so the
-- query finds the last movement before the period by going back from the newest one.
--   deposit: recharges that arrived.
--   stake: spending less refunds. A refund of an earlier period's stake does not make room in this period.
--   loss: spending less refunds and prizes. An undecided stake counts as lost. May be negative.
CREATE FUNCTION player_limit_used(p_user bigint, p_what text, p_since bigint, p_offset bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_after bigint;
BEGIN
  IF p_what = 'time' THEN
    RETURN (SELECT coalesce(sum(played_ms), 0) FROM play_days WHERE user_id = p_user AND day >= (p_since + p_offset) / 86400000);
  END IF;
  SELECT seq INTO v_after FROM movements WHERE user_id = p_user AND at < p_since ORDER BY seq DESC LIMIT 1;
  v_after := coalesce(v_after, 0);
  IF p_what = 'deposit' THEN
    -- kind <> 'stake' repeats the condition of the partial index movements_by_kind, so that the planner uses the index.
    RETURN (SELECT coalesce(sum(amount), 0) FROM movements WHERE user_id = p_user AND kind = 'recharge' AND kind <> 'stake' AND seq > v_after);
  ELSIF p_what = 'stake' THEN
    RETURN (SELECT coalesce(sum(greatest(spent, 0)), 0) FROM (
      SELECT sum(CASE WHEN is_spending(debit, credit) THEN amount ELSE -amount END) AS spent FROM movements
       WHERE user_id = p_user AND seq > v_after AND (is_spending(debit, credit) OR is_given_back(debit, credit))
       GROUP BY coalesce(ref::text, seq::text)) by_order);
  END IF;
  RETURN (SELECT coalesce(sum(CASE WHEN is_spending(debit, credit) THEN amount WHEN is_given_back(debit, credit) THEN -amount
                                   ELSE -won_by(debit, credit, amount) END), 0)
            FROM movements WHERE user_id = p_user AND seq > v_after AND unit = 'fen');
END
$$;

-- Stakes since an instant less refunds: as `stake` above, but without transfers to companies, because that money is not staked yet.
CREATE FUNCTION staked_since(p_user bigint, p_since bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_after bigint;
BEGIN
  SELECT seq INTO v_after FROM movements WHERE user_id = p_user AND at < p_since ORDER BY seq DESC LIMIT 1;
  RETURN (SELECT coalesce(sum(greatest(staked, 0)), 0) FROM (
    SELECT sum(CASE WHEN is_spending(debit, credit) THEN amount ELSE -amount END) AS staked FROM movements
     WHERE user_id = p_user AND seq > coalesce(v_after, 0) AND unit = 'fen' AND (is_spending(debit, credit) OR is_given_back(debit, credit))
       AND kind NOT IN ('transferOut', 'transferBack')
     GROUP BY coalesce(ref::text, seq::text)) by_order);
END
$$;

-- The value of a limit in force now: the next value once its time has come, else the present one.
CREATE FUNCTION player_limit_now(p_value bigint, p_next bigint, p_next_at bigint, p_now bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_next_at <= p_now THEN p_next ELSE p_value END
$$;

CREATE FUNCTION yuan_text(p_fen bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT to_char(p_fen / 100::numeric, 'FM999,999,999,999,990.00')
$$;

-- The reason why a player may not spend or recharge an amount now, as a sentence for the player; NULL: the player may. p_what: deposit (a
-- recharge) or stake (a bet, a chase, a share of a group order, a transfer to a company). p_amount: the most that the player can lose, or the
-- recharge, in fen. p_stake: the stake, if a loss can be larger than it. The sentence then also names p_amount, because the screen shows the
-- stake. The caller holds the player's lock.
CREATE FUNCTION player_limit_refusal(p_user bigint, p_what text, p_amount bigint, p_stake bigint DEFAULT NULL) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  own record;
  each record;
  now_ms bigint;
  used bigint;
  period_name text;
BEGIN
  IF EXISTS (SELECT 1 FROM account_freezes WHERE user_id = p_user) THEN RETURN words('frozen'); END IF;
  SELECT * INTO own FROM limited_players WHERE user_id = p_user;
  IF NOT FOUND THEN RETURN NULL; END IF;
  now_ms := caipu_now_ms();
  IF own.blocked_until > now_ms THEN
    RETURN words(CASE own.block WHEN 'exclusion' THEN 'excluded' ELSE 'break' END || CASE p_what WHEN 'deposit' THEN 'Deposit' ELSE 'Stake' END,
                 to_char(to_timestamp((own.blocked_until + own.utc_offset_ms) / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'));
  END IF;
  FOR each IN
    SELECT what, period, player_limit_now(value, next_value, next_at, now_ms) AS value FROM player_limits
     WHERE user_id = p_user AND (what = p_what OR (p_what = 'stake' AND what IN ('loss', 'time')))
     ORDER BY what, CASE period WHEN 'day' THEN 1 WHEN 'week' THEN 2 ELSE 3 END
  LOOP
    CONTINUE WHEN each.value IS NULL;
    used := player_limit_used(p_user, each.what, period_start(each.period, now_ms, own.utc_offset_ms), own.utc_offset_ms);
    period_name := words(CASE each.period WHEN 'day' THEN 'today' WHEN 'week' THEN 'thisWeek' ELSE 'thisMonth' END);
    IF each.what = 'time' THEN
      IF used >= each.value * 60000 THEN
        RETURN words('limitTime', period_name, each.value::text);
      END IF;
    ELSIF used + p_amount > each.value THEN
      RETURN words(CASE p_what WHEN 'deposit' THEN 'limitLeftDeposit' ELSE 'limitLeftStake' END, period_name,
                   words(CASE each.what WHEN 'deposit' THEN 'limitDeposit' WHEN 'stake' THEN 'limitStake' ELSE 'limitLoss' END),
                   yuan_text(each.value), yuan_text(greatest(each.value - used, 0)))
        || CASE WHEN p_stake < p_amount THEN words('limitAtWorst', yuan_text(p_amount)) ELSE '' END;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
