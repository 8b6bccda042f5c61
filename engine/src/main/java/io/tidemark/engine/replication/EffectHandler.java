// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/** Carries out effects. A new kind of effect does not compile until every handler has a method for it. */
public interface EffectHandler {
    /**
     * Carries out {@link Effect.AppendBatch}. After an append that was refused for lack of space, every further append of
     * the same replica is dropped until {@link PartitionReplica#onAppendRefused} was called: its offsets are out of place.
     */
    void appendBatch(Effect.AppendBatch effect);

    /** Carries out {@link Effect.AppendEpoch}. */
    void appendEpoch(Effect.AppendEpoch effect);

    /** Carries out {@link Effect.TruncateLog}. */
    void truncateLog(Effect.TruncateLog effect);

    /** Carries out {@link Effect.RestartLog}. */
    void restartLog(Effect.RestartLog effect);

    /** Carries out {@link Effect.TrimLog}. */
    void trimLog(Effect.TrimLog effect);

    /** Carries out {@link Effect.FlushLog}. */
    void flushLog(Effect.FlushLog effect);

    /** Carries out {@link Effect.ServeFetch}. */
    void serveFetch(Effect.ServeFetch effect);

    /** Carries out {@link Effect.AnswerDiverging}. */
    void answerDiverging(Effect.AnswerDiverging effect);

    /** Carries out {@link Effect.AnswerOutOfRange}. */
    void answerOutOfRange(Effect.AnswerOutOfRange effect);

    /** Carries out {@link Effect.RedirectRead}. */
    void redirectRead(Effect.RedirectRead effect);

    /** Carries out {@link Effect.AnswerOffset}. */
    void answerOffset(Effect.AnswerOffset effect);

    /** Carries out {@link Effect.LookUpTime}. */
    void lookUpTime(Effect.LookUpTime effect);

    /** Carries out {@link Effect.CompleteProduce}. */
    void completeProduce(Effect.CompleteProduce effect);

    /** Carries out {@link Effect.RejectRequest}. */
    void rejectRequest(Effect.RejectRequest effect);

    /** Carries out {@link Effect.SendFetch}. */
    void sendFetch(Effect.SendFetch effect);

    /** Carries out {@link Effect.StopFetching}. */
    void stopFetching(Effect.StopFetching effect);

    /** Carries out {@link Effect.ProposeIsr}. Each is answered; one that stays silent is answered as unknown in time. */
    void proposeIsr(Effect.ProposeIsr effect);

    /** Carries out {@link Effect.PublishHighWatermark}. */
    void publishHighWatermark(Effect.PublishHighWatermark effect);

    /** Carries out {@link Effect.GiveUpLeadership}. */
    void giveUpLeadership(Effect.GiveUpLeadership effect);

    /** Carries out {@link Effect.TakeOffline}. */
    void takeOffline(Effect.TakeOffline effect);

    /** Carries out {@link Effect.Announce}. */
    void announce(Effect.Announce effect);
}
